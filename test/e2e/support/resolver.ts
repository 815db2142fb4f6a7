/**
 * Real resolvers on loopback that stand for an operator's upstreams: `unbound`, which validates, over zones of its own,
 * and `dnsdist` in front of it, which speaks DNS over HTTPS. Neither asks anyone beyond this machine.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { run, type Started, start } from "./process.ts";
import type { Certificate } from "./tls-front.ts";

/** Signed, and known to the resolver by its key; `forged` is changed behind its signature. */
const SIGNED_ZONE = (webAddress: string): string => `$TTL 300
@ SOA ns1 hostmaster 1 3600 900 86400 60
@ NS ns1
ns1 A 192.0.2.53
www A 192.0.2.80
www AAAA 2001:db8::80
alias CNAME www
back CNAME www.example.com.
brief 2 A 192.0.2.81
forged A 192.0.2.82
web A ${webAddress}
`;
const FORGED = { signed: "192.0.2.82", served: "192.0.2.66" };

/** What a hosted zone delegates. */
const DELEGATED_ZONE = `$TTL 300
@ SOA ns.example.net. hostmaster.example.net. 1 3600 900 86400 1
@ NS ns.example.net.
host A 192.0.2.90
`;

const ROOT_ZONE = "$TTL 300\n. SOA . . 1 3600 900 86400 60\n. NS .\n";

const START_MS = 10_000;

export interface Resolver {
  /** For DNS over UDP. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts `unbound` with example.net, sub.example.com and an empty root; `web.example.net` has the address given. */
export async function startResolver(folder: string, webAddress = "127.0.0.1"): Promise<Resolver> {
  await writeFile(join(folder, "example.net.zone"), SIGNED_ZONE(webAddress));
  await writeFile(join(folder, "sub.example.com.zone"), DELEGATED_ZONE);
  await writeFile(join(folder, "root.zone"), ROOT_ZONE);
  const key = await sign(folder);
  const port = await freePort();
  const config = join(folder, "unbound.conf");
  await writeFile(
    config,
    `server:
  interface: 127.0.0.1@${port}
  outgoing-interface: 127.0.0.1
  directory: "${folder}"
  username: ""
  chroot: ""
  pidfile: ""
  logfile: ""
  use-syslog: no
  num-threads: 1
  ede: yes
  trust-anchor-file: "${key}.key"
remote-control:
  control-enable: no
${authority(".", "root.zone")}
${authority("example.net.", "example.net.zone.signed")}
${authority("sub.example.com.", "sub.example.com.zone")}
`,
  );
  const child = await start("unbound", ["-d", "-c", config]);
  await child.line(/start of service/, START_MS);
  return { port, stop: child.stop };
}

/** A zone that the resolver finds its answers in, as if it had asked the zone's servers. */
function authority(name: string, file: string): string {
  return `auth-zone:
  name: "${name}"
  zonefile: "${file}"
  for-upstream: yes
  for-downstream: no
  fallback-enabled: no`;
}

/** Signs example.net and gives the name of its key. */
async function sign(folder: string): Promise<string> {
  const made = await tool("dnssec-keygen", ["-q", "-a", "ECDSAP256SHA256", "-f", "KSK", "example.net"], folder);
  await tool("dnssec-signzone", ["-S", "-z", "-o", "example.net", "example.net.zone"], folder);
  const signed = join(folder, "example.net.zone.signed");
  const text = await readFile(signed, "utf8");
  await writeFile(signed, text.replace(FORGED.signed, FORGED.served));
  return made.trim();
}

async function tool(command: string, args: readonly string[], folder: string): Promise<string> {
  const finished = await run(command, args, START_MS, { cwd: folder });
  if (finished.code !== 0) throw new Error(`${command}: ${finished.stdout}${finished.stderr}`);
  return finished.stdout;
}

export interface DohServer {
  readonly url: string;
  readonly port: number;
  /** Ends the process; nothing listens there until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export interface DohServerOptions {
  readonly folder: string;
  /** It forwards to; absent: it answers by itself alone. */
  readonly resolver?: Resolver;
  /** What it answers by itself for A of every name below `who.example.net`, always with the whole TTL: 2 s below `brief`. */
  readonly who: string;
  /** PEM files; without them it speaks plain HTTP. */
  readonly tls?: Certificate;
}

/** Starts `dnsdist`. */
export async function startDohServer({ folder, resolver, who, tls }: DohServerOptions): Promise<DohServer> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = join(folder, `dnsdist-${port}.conf`);
  const backend = resolver && `newServer({address="127.0.0.1:${resolver.port}"}):setUp()`;
  const files = tls === undefined ? "nil, nil" : `"${tls.certificate}", "${tls.key}"`;
  await writeFile(
    config,
    `setSecurityPollSuffix("")
setLocal("127.0.0.1:${plainPort}")
${backend ?? ""}
addAction("brief.who.example.net.", SpoofAction("${who}", {ttl=2}))
addAction("who.example.net.", SpoofAction("${who}", {ttl=3600}))
addDOHLocal("127.0.0.1:${port}", ${files}, "/dns-query")
`,
  );
  let child: Started | null = null;
  const server: DohServer = {
    url: `${tls === undefined ? "http://127.0.0.1" : "https://localhost"}:${port}/dns-query`,
    port,
    async up() {
      child = await start("dnsdist", ["--supervised", "--disable-syslog", "-C", config]);
      await child.line(/Listening on \S+ for DoH/, START_MS);
    },
    async down() {
      await child?.stop();
      child = null;
    },
  };
  await server.up();
  return server;
}
