/**
 * The checks of one zone: the named ones and those written in place, and which record set uses which.
 *
 * How a check probes is for check.ts; what a check may not be asked in a given place is for rules-health.ts.
 */
import { compileCheck } from "./check.ts";
import type { CompiledCheck, DraftCheck, DraftSet } from "./draft.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { Located, SourceCheck, SourceCheckUse, SourceZone } from "./source.ts";

export interface CheckOptions {
  readonly allowPrivateTargets: boolean;
  /** When the zones are judged, in milliseconds since the epoch; the present unless given. */
  readonly nowMs?: number;
}

/** Gathers the checks of a zone while its record sets are compiled. */
export class CheckBook {
  readonly #options: CheckOptions;
  readonly #problems: Problems;
  readonly #source: SourceZone;
  /** By the name in the zone; null where the check has a problem of its own. */
  readonly #named = new Map<string, CompiledCheck | null>();
  readonly #inPlace: CompiledCheck[] = [];
  /** Labels of record sets by full name. */
  readonly #usedBy = new Map<string, Set<string>>();

  constructor(source: SourceZone, options: CheckOptions, problems: Problems) {
    this.#options = options;
    this.#problems = problems;
    this.#source = source;
    for (const { name } of source.checks) if (name) this.#named.set(name.value, null);
    for (const check of source.checks) {
      if (check.name)
        this.#named.set(check.name.value, this.#compile(check, `${source.apexText}/${check.name.value}`, problems));
    }
  }

  /**
   * Notes that a record set or pool, `label`, uses a check at `path` (`www/A/east`), and gives its full name; null: a
   * problem, which goes to `problems`.
   */
  use(use: SourceCheckUse | null, path: string, label: string, problems = this.#problems): string | null {
    if (use === null || use.kind === "unreadable") return null;
    const check = use.kind === "inline" ? this.#addInPlace(use.check, path, problems) : this.#findNamed(use, problems);
    if (!check) return null;
    this.#note(check, label);
    return check.name;
  }

  /** What decides about a record set is used by it: of a calculated check, all that it is calculated of. */
  #note(used: CompiledCheck, label: string): void {
    const found = [used];
    for (const check of found) {
      const labels = this.#usedBy.get(check.name) ?? new Set();
      if (labels.has(label)) continue;
      this.#usedBy.set(check.name, labels.add(label));
      const children = check.kind === "calculated" ? check.of : [];
      for (const child of children) found.push(...this.#namedAs(child));
    }
  }

  #namedAs(fullName: string): readonly CompiledCheck[] {
    const check = this.#named.get(fullName.slice(this.#source.apexText.length + 1));
    return check ? [check] : [];
  }

  /** Gives all checks, those that nobody uses included; `users` says which record sets each label stands for. */
  drafts(users: ReadonlyMap<string, readonly DraftSet[]>): readonly DraftCheck[] {
    const compiled = [...[...this.#named.values()].filter((check) => check !== null), ...this.#inPlace];
    return compiled.map((check) => ({
      check,
      usedBy: [...new Set([...(this.#usedBy.get(check.name) ?? [])].flatMap((label) => users.get(label) ?? []))],
    }));
  }

  #addInPlace(source: SourceCheck, path: string, problems: Problems): CompiledCheck | null {
    const check = this.#compile(source, `${this.#source.apexText}/${path}`, problems);
    if (check) this.#inPlace.push(check);
    return check;
  }

  #findNamed({ name }: Extract<SourceCheckUse, { kind: "named" }>, problems: Problems): CompiledCheck | null {
    return this.#resolve(name, problems) === null ? null : (this.#named.get(name.value) ?? null);
  }

  #resolve({ value, place }: Located<string>, problems: Problems): string | null {
    if (this.#named.has(value)) return `${this.#source.apexText}/${value}`;
    if (this.#source.unreadableChecks.has(value)) return null;
    const hint = this.#named.size === 0 ? "; it has none" : nearestHint(value, this.#named.keys());
    problems.add(place, "check-unknown", `there is no check "${value}" in this zone${hint}`);
    return null;
  }

  #compile(source: SourceCheck, fullName: string, problems: Problems): CompiledCheck | null {
    const { allowPrivateTargets } = this.#options;
    const resolve = (name: Located<string>): string | null => this.#resolve(name, problems);
    return compileCheck(source, { fullName, allowPrivateTargets, resolve }, problems);
  }
}
