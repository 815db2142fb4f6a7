/**
 * The checks of one zone: the named ones and those written in place, and which record set uses which.
 *
 * How a check probes is for check.ts; what a check may not be asked in a given place is for rules-health.ts.
 */
import type { Check } from "../../health/check.ts";
import { compileCheck } from "./check.ts";
import type { DraftCheck, DraftSet } from "./draft.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { SourceCheck, SourceCheckUse, SourceZone } from "./source.ts";

export interface CheckOptions {
  readonly allowPrivateTargets: boolean;
}

type CompiledCheck = Omit<Check, "usedBy">;

/** Gathers the checks of a zone while its record sets are compiled. */
export class CheckBook {
  readonly #apexText: string;
  readonly #options: CheckOptions;
  readonly #problems: Problems;
  /** By the name in the zone; null where the check has a problem of its own. */
  readonly #named = new Map<string, CompiledCheck | null>();
  readonly #inPlace: CompiledCheck[] = [];
  /** Labels of record sets by full name. */
  readonly #usedBy = new Map<string, Set<string>>();

  constructor(source: SourceZone, options: CheckOptions, problems: Problems) {
    this.#apexText = source.apexText;
    this.#options = options;
    this.#problems = problems;
    for (const check of source.checks) {
      if (check.name) this.#named.set(check.name.value, this.#compile(check, `${source.apexText}/${check.name.value}`));
    }
  }

  /** Notes that the record set `label` uses a check at `path` (`www/A/east`), and gives its full name; null: none, or a problem. */
  use(use: SourceCheckUse | null, path: string, label: string): string | null {
    if (use === null || use.kind === "unreadable") return null;
    const check = use.kind === "inline" ? this.#addInPlace(use.check, path) : this.#findNamed(use);
    if (!check) return null;
    const labels = this.#usedBy.get(check.name);
    if (labels) labels.add(label);
    else this.#usedBy.set(check.name, new Set([label]));
    return check.name;
  }

  /** Gives all checks with their users among `sets`, those that nobody uses included. */
  drafts(sets: readonly DraftSet[]): readonly DraftCheck[] {
    const byLabel = new Map(sets.map((set) => [set.label, set]));
    const compiled = [...[...this.#named.values()].filter((check) => check !== null), ...this.#inPlace];
    return compiled.map((check) => ({
      check,
      usedBy: [...(this.#usedBy.get(check.name) ?? [])].flatMap((label) => byLabel.get(label) ?? []),
    }));
  }

  #addInPlace(source: SourceCheck, path: string): CompiledCheck | null {
    const check = this.#compile(source, `${this.#apexText}/${path}`);
    if (check) this.#inPlace.push(check);
    return check;
  }

  #findNamed({ name }: Extract<SourceCheckUse, { kind: "named" }>): CompiledCheck | null {
    const check = this.#named.get(name.value);
    if (check === undefined) {
      const hint = this.#named.size === 0 ? "; it has none" : nearestHint(name.value, this.#named.keys());
      this.#problems.add(name.place, "check-unknown", `there is no check "${name.value}" in this zone${hint}`);
    }
    return check ?? null;
  }

  #compile(source: SourceCheck, fullName: string): CompiledCheck | null {
    const { allowPrivateTargets } = this.#options;
    return compileCheck(source, { fullName, allowPrivateTargets }, this.#problems);
  }
}
