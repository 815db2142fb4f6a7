/**
 * What must hold of every answer, written apart from the core: from the zone as it was meant, from what the board told,
 * and from what the endpoints really did.
 */
import { readMessage } from "../support/message.ts";
import { ALLOWED } from "./allowed.ts";
import { asTold, HEALTH_HARD_AGE_SECONDS, inTruth } from "./circumstances.ts";
import type { Endpoint } from "./endpoint.ts";
import type { BoardRecord, Told } from "./record.ts";
import { ORDERED, placeOf, ttlSecondsOf } from "./zone.ts";

/** A new checks document is read after its delay and two misses that are kept, here and in KV: 30 + 30 + 30. */
export const DOCUMENT_SEEN_SECONDS = 90;
const STALE_ANSWER = 3;

/**
 * A publication is everywhere after so long: the catalog's soft age, KV's cache, its delay, the takeover, a miss that
 * is remembered here and in KV, and the time between queries. 30 + 30 + 30 + 120 + 30 + 30 + 1.
 */
const PUBLISHED_EVERYWHERE_SECONDS = 271;

/** One answer and all that was going on. */
export interface Scene {
  readonly nowMs: number;
  readonly label: string;
  readonly query: Uint8Array;
  readonly reply: Uint8Array;
  readonly infoCodes: readonly number[];
  readonly endpoints: readonly Endpoint[];
  readonly record: BoardRecord;
  /** Since when KV, the board and this isolate run, and the checks are known to all. */
  readonly calmSinceMs: number;
  /** What the snapshot told that was decided from; null: there was none. */
  readonly told: { readonly atMs: number; readonly facts: Told } | null;
  /** By version, the first of which is 1: when it was published. */
  readonly publishedMs: readonly number[];
  /** The version this isolate answered from last; 0: none since it was started. */
  readonly versionBefore: number;
}

export interface Judgement {
  /** Names of the rules that are broken. */
  readonly broken: readonly string[];
  readonly version: number;
  /** The candidates that were answered, sorted. */
  readonly answered: string;
  readonly text: string;
}

/** Judges one answer. */
export function judge(scene: Scene): Judgement {
  const message = readMessage(scene.reply);
  const end = scene.query.length;
  const isEchoed = Buffer.from(scene.query.subarray(12)).equals(Buffer.from(message.bytes.subarray(12, end)));
  const records = message.answer.map((record) => record.split(" "));
  const places = records.map((fields) => placeOf(Number(fields.at(-1)?.split(".").at(-1))));
  const version = places[0]?.version ?? scene.versionBefore;
  const answered = places
    .map(({ candidate }) => candidate)
    .toSorted((a, b) => a - b)
    .join(" ");
  const ttl = ttlSecondsOf(version);
  const rules: Readonly<Record<string, boolean>> = {
    "the question comes back": message.id === 0x1234 && message.qr === 1 && isEchoed,
    "an existing name is never NXDOMAIN": message.rcode !== "NXDOMAIN",
    "who has answered goes on answering": scene.versionBefore === 0 || message.rcode === "NOERROR",
    "one answer is of one version": places.every((place) => place.version === version),
    "versions never go back": version >= scene.versionBefore,
    "the TTL is the version's own": records.every((fields) => Number(fields[1]) === ttl),
    "old health is told": !isOld(scene) || scene.infoCodes.includes(STALE_ANSWER) || records.length === 0,
    "an order is in force as long as it runs": isOrderKept(scene),
  };
  const broken = Object.keys(rules).filter((rule) => !rules[rule]);
  if (message.rcode === "NOERROR") broken.push(...judgeSteering(scene, answered, version));
  const text = `${message.rcode} v${version} ${answered} ede ${scene.infoCodes.join(" ")}`;
  return { broken, version, answered, text };
}

function judgeSteering(scene: Scene, answered: string, version: number): string[] {
  const { label, told, publishedMs, calmSinceMs, nowMs, endpoints, record } = scene;
  const allowed = ALLOWED[label] ?? (() => []);
  const broken: string[] = [];
  const settledMs = PUBLISHED_EVERYWHERE_SECONDS * 1000;
  const isQuiet = nowMs - Math.max(publishedMs.at(-1) ?? 0, calmSinceMs) > settledMs;
  if (isQuiet && answered !== "" && version !== publishedMs.length) broken.push("a publication is everywhere in time");
  // No records have no version: any that may be in force by now may say so.
  const first = Math.max(version, 1) - 1;
  const times = publishedMs.slice(first, answered === "" ? undefined : first + 1);
  // Without a snapshot there may be no checks document either, and so no `initial`.
  if (told !== null) {
    const isAllowed = times.some((one) =>
      allowed(asTold(told.facts, told.atMs, { nowMs, publishedMs: one })).includes(answered),
    );
    if (!isAllowed) broken.push("the choice follows what the board told");
  }
  const isTrue = times.some((one) => {
    const truth = inTruth(endpoints, record, calmSinceMs, { nowMs, publishedMs: one });
    return allowed(truth).includes(answered) || !truth.isSettled;
  });
  if (!isTrue) broken.push("the choice follows the endpoints in time");
  return broken;
}

const isOld = ({ told, nowMs }: Scene): boolean => told === null || nowMs - told.atMs > HEALTH_HARD_AGE_SECONDS * 1000;

function isOrderKept({ told }: Scene): boolean {
  const order = told?.facts.order ?? null;
  if (told === null || order === null || told.atMs >= order.untilMs) return true;
  return told.facts.statuses.get(ORDERED) === (order.verdict === "up" ? "healthy" : "unhealthy");
}
