/** What is wrong with one value of the operator's: a problem that does not know its place yet. */

export interface Fault {
  readonly kind: "error";
  /** Kebab-case, as in a problem. */
  readonly code: string;
  readonly message: string;
}

/** Something worth telling that is no reason to refuse the value. */
export interface Remark {
  readonly code: string;
  readonly message: string;
}

/** Makes a fault. */
export function fault(code: string, message: string): Fault {
  return { kind: "error", code, message };
}

/** Tells a fault from what was hoped for. */
export function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "error";
}
