/**
 * What `answer` gives back: a whole reply with its caching rule and the decisions that led to it, or the keys of the
 * blobs it lacks. One reply shape serves the resolver, `explain`, tests and simulation.
 */
import type { Reply } from "../dns/reply.ts";

export type AnswerOutcome =
  | {
      readonly kind: "reply";
      readonly reply: Reply;
      /** HTTP freshness in seconds (RFC 8484 5.1); null: `no-store`. */
      readonly maxAgeSeconds: number | null;
      /** Client, chance or shuffled order took part: no shared cache may keep it. */
      readonly private: boolean;
    }
  | { readonly kind: "need"; readonly keys: readonly string[] };
