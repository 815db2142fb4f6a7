import { readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { COMMAND, fairlead, servingUrl } from "./support/dev.ts";
import { addresses, answers, isServing, zone, zoneFolder } from "./support/dev-zone.ts";
import { devForTest, folderForTest, startForTest } from "./support/for-test.ts";
import { until } from "./support/process.ts";

describe("edits", () => {
  test("an edit is answered within 3 seconds; an invalid one is told and the old zones go on", async () => {
    const { dir, write } = await zoneFolder("192.0.2.1");
    const dev = await devForTest([dir]);
    expect(await addresses(dev.url)).toBe("192.0.2.1");

    await write(zone("192.0.2.2"));
    expect(await answers(dev.url, "192.0.2.2", 3000)).toBe("192.0.2.2");

    await write(zone("not-an-address"));
    const told = await until(3000, async () =>
      dev.stderr().includes("the old zones go on") ? dev.stdout() : undefined,
    );
    expect(told).toMatch(new RegExp(`^${join(dir, "example.com.yaml")}:4:\\d+: [a-z0-9-]+: .*not-an-address`, "m"));
    expect(await addresses(dev.url)).toBe("192.0.2.2");

    await write(zone("192.0.2.3"));
    expect(await answers(dev.url, "192.0.2.3", 3000)).toBe("192.0.2.3");

    await rm(join(dir, "example.com.yaml"));
    await writeFile(join(dir, "example.net.yaml"), zone("192.0.2.4").replace("example.com", "example.net"));
    expect(await answers(dev.url, "REFUSED", 3000)).toBe("REFUSED");
    expect(await addresses(dev.url, "www.example.net")).toBe("192.0.2.4");
  });

  test("an edit that is undone ends what was told of it; a save that changes nothing is not told", async () => {
    const { dir, write } = await zoneFolder("192.0.2.1");
    const dev = await devForTest([dir, "--var", "UPSTREAM=https://dns.example.com/dns-query"]);
    await write(zone("192.0.2.1"));
    await write(zone("not-an-address"));
    await until(3000, async () => (dev.stderr().includes("the old zones go on") ? true : undefined));
    await write(zone("192.0.2.1"));
    const [, last] = await dev.line(/^(nothing to publish: .+)$/m, 3000);
    expect(last).toMatch(/^nothing to publish: generation \d+ is the same$/);
    await write(`${zone("192.0.2.1")}\n`);
    await write(zone("192.0.2.2"));
    await dev.line(/^published generation \d+$/m, 3000);
    expect(dev.stdout()).toMatch(/^serving .+\n.+not-an-address.+\nnothing to publish: .+\npublished .+\n$/);
    expect(dev.stderr()).toBe(
      'UPSTREAM is no variable of the Worker; the nearest is "UPSTREAMS"\nnot published: the old zones go on\n',
    );
  });

  test("an invalid folder at the start: the problems and exit code 1", async () => {
    const { dir, write } = await zoneFolder("not-an-address");
    await write(zone("not-an-address"));
    const { code, stdout } = await fairlead(["dev", dir, "--port", "0"]);
    expect({ code, told: stdout.startsWith(`${join(dir, "example.com.yaml")}:4:`) }).toEqual({ code: 1, told: true });
  });
});

test("health moves the answer, with a tick that comes by itself", async () => {
  let isUp = true;
  const endpoint = createServer((_request, response) => response.writeHead(isUp ? 200 : 503).end());
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    endpoint.close();
    endpoint.closeAllConnections();
  });
  const address = endpoint.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const dir = await folderForTest();
  await writeFile(
    join(dir, "example.com.yaml"),
    `zone: example.com
ttl: 5
checks:
  east: { type: http, address: 127.0.0.1, port: ${port}, interval: 1, unhealthyThreshold: 2, healthyThreshold: 2 }
records:
  www:
    A: { failover: [{ id: east, values: [192.0.2.1], check: east }, { id: west, values: [192.0.2.2] }] }
`,
  );
  const dev = await devForTest([dir, "--allow-private-targets", "--tick", "0.5", "--var", "HEALTH_SOFT_AGE_SECONDS=1"]);
  expect(await addresses(dev.url)).toBe("192.0.2.1");
  isUp = false;
  expect(await answers(dev.url, "192.0.2.2", 10_000)).toBe("192.0.2.2");
  isUp = true;
  expect(await answers(dev.url, "192.0.2.1", 10_000)).toBe("192.0.2.1");
});

describe("the end", () => {
  const rows = [{ signal: "SIGINT" }, { signal: "SIGTERM" }] as const;
  test.each(rows)("$signal ends everything with exit code 0", async ({ signal }) => {
    const { dir } = await zoneFolder("192.0.2.1");
    const dev = await devForTest([dir, "--state", join(dir, "state")]);
    dev.kill(signal);
    const code = await dev.exited;
    const left = await readdir(join(dir, "state"));
    expect({ code, left, serving: await isServing(dev.url) }).toEqual({ code: 0, left: ["v3"], serving: false });
  });

  test("losing the parent ends everything within 2 seconds", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const script = `require("child_process").spawn(process.execPath, process.argv.slice(1), { stdio: "inherit" })`;
    const parent = await startForTest(process.execPath, ["-e", script, COMMAND, "dev", dir, "--port", "0"]);
    const url = await servingUrl(parent);
    parent.kill("SIGKILL");
    const ended = await until(2000, async () => ((await isServing(url)) ? undefined : true));
    expect(ended).toBe(true);
  });
});

test("the admin API takes the token of --admin-token and no other", async () => {
  const { dir } = await zoneFolder("192.0.2.1");
  const dev = await devForTest([dir, "--admin-token", "s3cret"]);
  const origin = new URL(dev.url).origin;
  const asked = async (token: string) => {
    const response = await fetch(`${origin}/api/health`, { headers: { authorization: `Bearer ${token}` } });
    return response.status;
  };
  expect([await asked("dev"), await asked("s3cret")]).toEqual([401, 200]);
});
