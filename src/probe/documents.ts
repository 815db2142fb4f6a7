/** Checks documents out of KV, for the objects and the cron trigger. */
import type { ChecksDocument } from "../health/check.ts";
import { decodeChecks } from "../health/document.ts";
import { type Blob, Blobs } from "../store/blobs.ts";
import { checksKey } from "../zone/catalog.ts";

export class ChecksDocuments {
  readonly #blobs: Blobs;

  constructor(kv: KVNamespace) {
    this.#blobs = new Blobs(kv, Date.now);
  }

  /** Reads a document by its hash; null: it is missing, corrupt or cannot be read now, which has been logged. */
  async read(hash: string): Promise<ChecksDocument | null> {
    const key = checksKey(hash);
    await this.#blobs.load(key, decode);
    const blob = this.#blobs.get(key);
    return blob?.kind === "checks" ? blob.document : null;
  }
}

function decode(text: string): Blob | null {
  const document = decodeChecks(text);
  return document === null ? null : { kind: "checks", document };
}
