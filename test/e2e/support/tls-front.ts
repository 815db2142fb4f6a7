/**
 * TLS and HTTP/2 in front of the local resolver, as Cloudflare's edge is in production: `nghttpx` with a certificate for
 * localhost, made on the spot.
 */
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { run, type Started, start } from "./process.ts";

export interface Front {
  readonly port: number;
  /** PEM file of the self-signed certificate, which is its own authority. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/** PEM files. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a self-signed certificate for localhost in a folder. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const made = await run("openssl", ["req", ...kind, "-keyout", key, "-out", certificate, ...subject], 20_000);
  if (made.code !== 0) throw new Error(`openssl failed: ${made.stderr}`);
  return { key, certificate };
}

/** Starts the front before the plain HTTP server on `backendPort`; its files lie in `folder`. */
export async function startFront(folder: string, backendPort: number): Promise<Front> {
  const { key, certificate } = await makeCertificate(folder);
  const port = await freePort();
  const addresses = [`--frontend=127.0.0.1,${port}`, `--backend=127.0.0.1,${backendPort}`];
  const child: Started = await start("nghttpx", ["--conf=/dev/null", "--no-ocsp", ...addresses, key, certificate]);
  await child.line(/[Ll]isten(ing)? on .*:\d+/, 10_000);
  return { port, certificate, stop: child.stop };
}
