/**
 * What `answer` gives back: a whole reply with its caching rule and the decisions that led to it, or the keys of the
 * blobs it lacks. One reply shape serves the resolver, `explain`, tests and simulation.
 */
import type { Name } from "../dns/name.ts";
import type { Reply } from "../dns/reply.ts";

export type AnswerOutcome =
  | {
      readonly kind: "reply";
      readonly reply: Reply;
      /** HTTP freshness in seconds (RFC 8484 5.1); null: `no-store`. */
      readonly maxAgeSeconds: number | null;
      /** Client, chance or shuffled order took part: no shared cache may keep it. */
      readonly private: boolean;
      /** Where the chain of names left the hosted zones; null: it ended in one of them. */
      readonly leads: Lead | null;
    }
  | { readonly kind: "need"; readonly keys: readonly string[] };

/** The name that a resolver would have to ask somebody else for: the one that was asked, or where a CNAME or DNAME leads. */
export interface Lead {
  /** With its case. */
  readonly name: Name;
  /**
   * `outside`: in no hosted zone. `delegated`: at or below a cut of one, whose referral is the reply. `parent`: the DS of
   * a hosted zone, whose own negative answer is the reply. `hosted`: what others answered leads into a hosted zone.
   */
  readonly why: "outside" | "delegated" | "parent" | "hosted";
}
