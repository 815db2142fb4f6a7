/**
 * What the board keeps in its storage, and how it lies there.
 *
 *   adoption      { generation, checks }
 *   document/<n>  the checks document's text in parts: a value holds 2 MB at the most
 *   states/<row>  the states of the checks that one prober measures, in parts
 *   transitions   a table: the last changes of status
 *
 * States lie together as they are reported together, so that a report writes one row (row writes are billed). The
 * document is kept although KV has it: an object that is loaded while KV is away still knows its order.
 */
import { assignProbes } from "../health/assignment.ts";
import type { ChecksDocument } from "../health/check.ts";
import { decodeChecks } from "../health/document.ts";
import type { HealthState } from "../health/state.ts";
import type { HealthStatus } from "../steering/candidate.ts";

export interface Known {
  readonly generation: number;
  /** Hash of the document. */
  readonly checks: string;
  readonly document: ChecksDocument;
  /** By the check's full name. */
  readonly states: ReadonlyMap<string, HealthState>;
}

export interface Transition {
  readonly name: string;
  readonly before: HealthStatus;
  readonly after: HealthStatus;
  readonly atMs: number;
  readonly reason: string;
}

type StoredStates = Readonly<Record<string, HealthState>>;

/** UTF-16 units; at most three octets each, so below 2 MB. */
const DOCUMENT_PART_UNITS = 500_000;

/** A state takes about 400 octets and its name up to 600, so below 2 MB with room to spare. */
const STATES_PER_ROW = 500;

const TRANSITIONS_MAX = 1000;

export class BoardStore {
  readonly #storage: DurableObjectStorage;
  #rowOf: ReadonlyMap<string, string> = new Map();

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS transitions (id INTEGER PRIMARY KEY, at_ms INTEGER, name TEXT, before TEXT, after TEXT, reason TEXT)",
    );
  }

  /** Reads everything; null: nothing has been adopted yet. */
  load(): Known | null {
    const { kv } = this.#storage;
    const adoption = kv.get<Pick<Known, "generation" | "checks">>("adoption");
    if (adoption === undefined) return null;
    const parts = [...kv.list<string>({ prefix: "document/" })].map(([, text]) => text);
    const document = decodeChecks(parts.join(""));
    if (document === null) return null;
    this.#rowOf = rowsOf(document);
    const states = new Map<string, HealthState>();
    let isMisplaced = false;
    for (const [row, stored] of kv.list<StoredStates>({ prefix: "states/" })) {
      for (const [name, state] of Object.entries(stored)) {
        states.set(name, state);
        isMisplaced ||= this.#rowOf.get(name) !== row;
      }
    }
    const known = { ...adoption, document, states };
    // Another version of the program may share probes out in another way.
    if (isMisplaced) this.saveAll(known);
    return known;
  }

  /** Replaces everything but the transitions. */
  saveAll(known: Known): void {
    const { kv } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const prefix of ["document/", "states/"]) {
        for (const [key] of [...kv.list({ prefix })]) kv.delete(key);
      }
      const text = JSON.stringify(known.document);
      for (let from = 0; from < text.length; from += DOCUMENT_PART_UNITS) {
        // Padded, since keys are listed as text.
        const part = String(from / DOCUMENT_PART_UNITS).padStart(6, "0");
        kv.put(`document/${part}`, text.slice(from, from + DOCUMENT_PART_UNITS));
      }
      this.#rowOf = rowsOf(known.document);
      this.#saveRows(new Set(this.#rowOf.values()), known.states);
      this.saveAdoption(known);
    });
  }

  saveAdoption({ generation, checks }: Pick<Known, "generation" | "checks">): void {
    this.#storage.kv.put("adoption", { generation, checks });
  }

  /** Writes the rows of the changed checks and the transitions, all or nothing. */
  saveChanges(states: ReadonlyMap<string, HealthState>, changed: Iterable<string>, transitions: readonly Transition[]) {
    this.#storage.transactionSync(() => {
      const rows = new Set<string>();
      for (const name of changed) {
        const row = this.#rowOf.get(name);
        if (row !== undefined) rows.add(row);
      }
      this.#saveRows(rows, states);
      for (const transition of transitions) this.#saveTransition(transition);
    });
  }

  #saveRows(rows: ReadonlySet<string>, states: ReadonlyMap<string, HealthState>): void {
    const contents = new Map<string, Record<string, HealthState>>();
    for (const [name, row] of this.#rowOf) {
      const state = rows.has(row) ? states.get(name) : undefined;
      if (state === undefined) continue;
      const content = contents.get(row) ?? {};
      content[name] = state;
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

/** Gives each check, by name, the key of its row. */
function rowsOf(document: ChecksDocument): ReadonlyMap<string, string> {
  const proberOf = new Map<string, string>();
  // The region names the prober alone, so the rows do without it and stay where they are when it changes.
  for (const { prober, probes } of assignProbes(document, [])) for (const { id } of probes) proberOf.set(id, prober);
  const counts = new Map<string, number>();
  const rows = new Map<string, string>();
  for (const { name, probe } of document.checks) {
    const prober = proberOf.get(probe) ?? "";
    const count = counts.get(prober) ?? 0;
    counts.set(prober, count + 1);
    rows.set(name, `states/${prober}/${Math.floor(count / STATES_PER_ROW)}`);
  }
  return rows;
}
