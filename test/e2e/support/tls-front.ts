/**
 * TLS and HTTP/2 in front of the local resolver, as Cloudflare's edge is in production: `nghttpx` with a certificate for
 * localhost and its authority, made on the spot.
 */
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { run, type Started, start } from "./process.ts";

/** PEM files. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
  /** Of who has signed it: what a client has to trust. */
  readonly authority: string;
}

/** Makes a certificate for localhost and an authority that signs it: Firefox takes no certificate that is its own authority. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const file = (name: string): string => join(folder, `${name}.pem`);
  const authority = { key: file("authority-key"), certificate: file("authority") };
  const server = { key: file("key"), certificate: file("certificate") };
  await makePem(authority, ["-subj", "/CN=Fairlead end-to-end tests"]);
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const signed = ["-CA", authority.certificate, "-CAkey", authority.key, "-addext", "basicConstraints=CA:FALSE"];
  await makePem(server, [...names, ...signed]);
  return { ...server, authority: authority.certificate };
}

async function makePem({ key, certificate }: Omit<Certificate, "authority">, args: readonly string[]): Promise<void> {
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = await run("openssl", ["req", ...kind, "-keyout", key, "-out", certificate, ...args], 20_000);
  if (made.code !== 0) throw new Error(`openssl failed: ${made.stderr}`);
}

export interface Front {
  readonly port: number;
  /** PEM file of the authority to trust. */
  readonly authority: string;
  stop(): Promise<void>;
}

/** Starts the front before the plain HTTP server on `backendPort`; its files lie in `folder`. */
export async function startFront(folder: string, backendPort: number): Promise<Front> {
  const { key, certificate, authority } = await makeCertificate(folder);
  const port = await freePort();
  const addresses = [`--frontend=127.0.0.1,${port}`, `--backend=127.0.0.1,${backendPort}`];
  const child: Started = await start("nghttpx", ["--conf=/dev/null", "--no-ocsp", ...addresses, key, certificate]);
  await child.line(/[Ll]isten(ing)? on .*:\d+/, 10_000);
  return { port, authority, stop: child.stop };
}
