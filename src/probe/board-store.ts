/**
 * What the board keeps in its storage, and how it lies there.
 *
 *   adoption        { generation, checks }
 *   document/<n>    the checks document's text in parts: a value holds 2 MB at the most
 *   states/<row>    the states that one prober measures, in parts
 *   override/<name> an operator's verdict on a check
 *   push/<name>     what a push check was told last
 *   held            names of latches
 *   verdicts        a table: verdicts that have changed, with their times
 *   transitions     a table: the last changes of status
 *
 * States lie together as they are reported together, so that a report writes one row (row writes are billed). The
 * document is kept although KV has it: an object that is loaded while KV is away still knows its order.
 */
import { assignProbes, measuringRegions } from "../health/assignment.ts";
import type { ChecksDocument } from "../health/check.ts";
import { decodeChecks } from "../health/document.ts";
import type { Facts, StandingVerdict, Transition } from "../health/facts.ts";
import type { Revision } from "../health/revision.ts";
import { type HealthState, stateKey } from "../health/state.ts";
import type { CheckOverride, PushReport } from "../health/verdict.ts";
import type { HealthStatus } from "../steering/candidate.ts";

export interface Adopted {
  readonly generation: number;
  /** Hash of the document. */
  readonly checks: string;
  readonly document: ChecksDocument;
}

export interface Loaded extends Adopted {
  readonly facts: Facts;
  /** False: regions have changed, or another version of the program shares probes out in another way. */
  readonly isInPlace: boolean;
}

type StoredStates = Readonly<Record<string, HealthState>>;

/** UTF-16 units; at most three octets each, so below 2 MB. */
const DOCUMENT_PART_UNITS = 500_000;

/** A state takes about 400 octets and its name up to 600, so below 2 MB with room to spare. */
const STATES_PER_ROW = 500;

const TRANSITIONS_MAX = 1000;

const TABLES = [
  "CREATE TABLE IF NOT EXISTS transitions (id INTEGER PRIMARY KEY, at_ms INTEGER, name TEXT, before TEXT, after TEXT, reason TEXT)",
  "CREATE TABLE IF NOT EXISTS verdicts (name TEXT PRIMARY KEY, status TEXT, healthy INTEGER, since_ms INTEGER, turned_ms INTEGER) WITHOUT ROWID",
];

export class BoardStore {
  readonly #storage: DurableObjectStorage;
  /** Location hints that have probers. */
  readonly #regions: readonly string[];
  /** By stateKey. */
  #rowOf: ReadonlyMap<string, string> = new Map();

  constructor(storage: DurableObjectStorage, regions: readonly string[]) {
    this.#storage = storage;
    this.#regions = regions;
    for (const table of TABLES) storage.sql.exec(table);
  }

  /** Reads everything; null: nothing has been adopted yet. */
  load(): Loaded | null {
    const { kv } = this.#storage;
    const adoption = kv.get<Pick<Adopted, "generation" | "checks">>("adoption");
    if (adoption === undefined) return null;
    const document = decodeChecks([...kv.list<string>({ prefix: "document/" })].map(([, text]) => text).join(""));
    if (document === null) return null;
    this.#rowOf = rowsOf(document, this.#regions);
    const states = new Map<string, HealthState>();
    let isInPlace = true;
    for (const [row, stored] of kv.list<StoredStates>({ prefix: "states/" })) {
      for (const [key, state] of Object.entries(stored)) {
        states.set(key, state);
        isInPlace &&= this.#rowOf.get(key) === row;
      }
    }
    const facts: Facts = {
      states,
      verdicts: this.#loadVerdicts(),
      overrides: this.#loadByName<CheckOverride>("override/"),
      reports: this.#loadByName<PushReport>("push/"),
      held: new Set(kv.get<readonly string[]>("held") ?? []),
    };
    return { ...adoption, document, facts, isInPlace };
  }

  /** Writes everything after a document was taken over; `revision` has the verdicts that came of it. */
  saveAll(adopted: Adopted, facts: Facts, revision: Revision): void {
    const { kv } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const prefix of ["document/", "states/", "override/", "push/"]) {
        for (const [key] of [...kv.list({ prefix })]) kv.delete(key);
      }
      const text = JSON.stringify(adopted.document);
      for (let from = 0; from < text.length; from += DOCUMENT_PART_UNITS) {
        // Padded, since keys are listed as text.
        const part = String(from / DOCUMENT_PART_UNITS).padStart(6, "0");
        kv.put(`document/${part}`, text.slice(from, from + DOCUMENT_PART_UNITS));
      }
      this.#rowOf = rowsOf(adopted.document, this.#regions);
      this.#saveRows(new Set(this.#rowOf.values()), facts.states);
      for (const [name, override] of facts.overrides) kv.put(`override/${name}`, override);
      for (const [name, report] of facts.reports) kv.put(`push/${name}`, report);
      kv.put("held", [...facts.held]);
      this.#forgetVerdicts(facts.verdicts);
      this.#saveVerdicts(revision.verdicts);
      for (const transition of revision.transitions) this.#saveTransition(transition);
      this.saveAdoption(adopted);
    });
  }

  saveAdoption({ generation, checks }: Pick<Adopted, "generation" | "checks">): void {
    this.#storage.kv.put("adoption", { generation, checks });
  }

  /** Writes what a revision of `before` changed, which gives `after`: all or nothing. */
  saveRevision(revision: Revision, before: Facts, after: Facts): void {
    const { kv } = this.#storage;
    this.#storage.transactionSync(() => {
      const rows = new Set<string>();
      for (const key of revision.states.keys()) {
        const row = this.#rowOf.get(key);
        if (row !== undefined) rows.add(row);
      }
      this.#saveRows(rows, after.states);
      for (const [name, override] of revision.overrides) {
        if (override === null) kv.delete(`override/${name}`);
        else kv.put(`override/${name}`, override);
      }
      for (const [name, report] of revision.reports) kv.put(`push/${name}`, report);
      if (after.held !== before.held) kv.put("held", [...after.held]);
      this.#saveVerdicts(revision.verdicts);
      for (const transition of revision.transitions) this.#saveTransition(transition);
    });
  }

  #loadByName<T>(prefix: string): ReadonlyMap<string, T> {
    return new Map([...this.#storage.kv.list<T>({ prefix })].map(([key, value]) => [key.slice(prefix.length), value]));
  }

  #loadVerdicts(): ReadonlyMap<string, StandingVerdict> {
    const rows = this.#storage.sql.exec<StoredVerdict>(
      "SELECT name, status, healthy, since_ms, turned_ms FROM verdicts",
    );
    return new Map(
      rows
        .toArray()
        .map(({ name, status, healthy, since_ms: sinceMs, turned_ms: turnedMs }) => [
          name,
          { status, healthy: healthy !== 0, stale: false, sinceMs, turnedMs },
        ]),
    );
  }

  /** Deletes the verdicts on checks that are gone. */
  #forgetVerdicts(kept: ReadonlyMap<string, StandingVerdict>): void {
    for (const name of this.#loadVerdicts().keys()) {
      if (!kept.has(name)) this.#storage.sql.exec("DELETE FROM verdicts WHERE name = ?", name);
    }
  }

  /** A verdict that never changed is made anew from its evidence. */
  #saveVerdicts(verdicts: ReadonlyMap<string, StandingVerdict>): void {
    const statement =
      "INSERT OR REPLACE INTO verdicts (name, status, healthy, since_ms, turned_ms) VALUES (?, ?, ?, ?, ?)";
    for (const [name, { status, healthy, sinceMs, turnedMs }] of verdicts) {
      if (sinceMs === null && turnedMs === null) continue;
      this.#storage.sql.exec(statement, name, status, healthy ? 1 : 0, sinceMs, turnedMs);
    }
  }

  #saveRows(rows: ReadonlySet<string>, states: ReadonlyMap<string, HealthState>): void {
    const contents = new Map<string, Record<string, HealthState>>();
    for (const [key, row] of this.#rowOf) {
      const state = rows.has(row) ? states.get(key) : undefined;
      if (state === undefined) continue;
      const content = contents.get(row) ?? {};
      content[key] = state;
      contents.set(row, content);
    }
    for (const [row, content] of contents) this.#storage.kv.put(row, content);
  }

  #saveTransition({ atMs, name, before, after, reason }: Transition): void {
    const { sql } = this.#storage;
    sql.exec(
      "INSERT INTO transitions (at_ms, name, before, after, reason) VALUES (?, ?, ?, ?, ?)",
      atMs,
      name,
      before,
      after,
      reason,
    );
    sql.exec("DELETE FROM transitions WHERE id <= (SELECT MAX(id) FROM transitions) - ?", TRANSITIONS_MAX);
  }
}

interface StoredVerdict extends Record<string, SqlStorageValue> {
  readonly name: string;
  readonly status: HealthStatus;
  readonly healthy: number;
  readonly since_ms: number | null;
  readonly turned_ms: number | null;
}

/** Gives each state, by its key, the key of its row: that of the prober which measures it. */
function rowsOf(document: ChecksDocument, regions: readonly string[]): ReadonlyMap<string, string> {
  const proberOf = new Map<string, string>();
  for (const { prober, region, probes } of assignProbes(document, regions)) {
    for (const { id } of probes) proberOf.set(stateKey(id, region), prober);
  }
  const latencyChecks = new Set(document.latencyChecks);
  const counts = new Map<string, number>();
  const rows = new Map<string, string>();
  for (const check of document.checks) {
    if (check.kind !== "probed") continue;
    for (const region of measuringRegions(check, latencyChecks, regions)) {
      // A disabled check is measured by nobody.
      const prober = proberOf.get(stateKey(check.probe, region)) ?? "";
      const count = counts.get(prober) ?? 0;
      counts.set(prober, count + 1);
      rows.set(stateKey(check.name, region), `states/${prober}/${Math.floor(count / STATES_PER_ROW)}`);
    }
  }
  return rows;
}
