/**
 * What must hold of every answer, written apart from the core: from the zone as it was meant, from what the board told,
 * and from what the endpoints really did.
 */
import type { HealthStatus } from "../../src/steering/candidate.ts";
import { readMessage } from "../support/message.ts";
import type { Endpoint } from "./endpoint.ts";
import { ALLOWED, CHECKS, INTERVAL_SECONDS, placeOf, TIMEOUT_SECONDS, ttlSecondsOf } from "./zone.ts";

/** The defaults of the Worker's variables. */
const HEALTH_HARD_AGE_SECONDS = 15;
/** A new checks document is read after its delay and two misses that are kept, here and in KV: 30 + 30 + 30. */
export const DOCUMENT_SEEN_SECONDS = 90;
const BACKOFF_AFTER_SECONDS = 600;
const BACKOFF_INTERVAL_SECONDS = 30;
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
  /** Since when KV, the board and this isolate run, and the checks are known to all. */
  readonly calmSinceMs: number;
  readonly snapshotAtMs: number | null;
  /** What that snapshot told. */
  readonly statuses: ReadonlyMap<string, HealthStatus>;
  readonly published: { readonly version: number; readonly atMs: number };
  /** The version this isolate answered from last; 0: none since it was started. */
  readonly versionBefore: number;
}

export interface Judgement {
  /** Names of the rules that are broken. */
  readonly broken: readonly string[];
  readonly version: number;
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
  };
  const broken = Object.keys(rules).filter((rule) => !rules[rule]);
  if (message.rcode === "NOERROR") broken.push(...judgeSteering(scene, answered, version));
  return { broken, version, text: `${message.rcode} v${version} ${answered} ede ${scene.infoCodes.join(" ")}` };
}

function judgeSteering(scene: Scene, answered: string, version: number): string[] {
  const { label, statuses, published, calmSinceMs, nowMs } = scene;
  const allowed = ALLOWED[label] ?? (() => []);
  const broken: string[] = [];
  const asTold = (check: string): boolean => {
    const status = statuses.get(`example.com/${check}`) ?? "unknown";
    return (status === "unknown" ? CHECKS[check]?.initial : status) === "healthy";
  };
  // Without a snapshot there may be no checks document either, and so no `initial`.
  if (scene.snapshotAtMs !== null && !allowed(asTold).includes(answered))
    broken.push("the choice follows what the board told");
  const settledMs = PUBLISHED_EVERYWHERE_SECONDS * 1000;
  const isQuiet = nowMs - Math.max(published.atMs, calmSinceMs) > settledMs;
  if (isQuiet && version !== published.version) broken.push("a publication is everywhere in time");
  if (Object.keys(CHECKS).every((check) => isDetected(check, scene))) {
    const inTruth = (check: string): boolean => scene.endpoints[CHECKS[check]?.endpoint ?? 0]?.isUp ?? false;
    if (!allowed(inTruth).includes(answered)) broken.push("the choice follows the endpoints in time");
  }
  return broken;
}

const isOld = ({ snapshotAtMs, nowMs }: Scene): boolean =>
  snapshotAtMs === null || nowMs - snapshotAtMs > HEALTH_HARD_AGE_SECONDS * 1000;

/** threshold × interval + timeout + hard age + 1 s have gone since anything changed for this check. */
function isDetected(check: string, { endpoints, calmSinceMs, nowMs }: Scene): boolean {
  const { endpoint = 0, unhealthyThreshold = 0, healthyThreshold = 0 } = CHECKS[check] ?? {};
  const { isUp = false, sinceMs = 0, spellBeforeMs = 0 } = endpoints[endpoint] ?? {};
  const isSlowed = isUp && spellBeforeMs >= BACKOFF_AFTER_SECONDS * 1000;
  const intervalSeconds = isSlowed ? BACKOFF_INTERVAL_SECONDS : INTERVAL_SECONDS;
  const threshold = isUp ? healthyThreshold : unhealthyThreshold;
  const boundSeconds = threshold * intervalSeconds + TIMEOUT_SECONDS + HEALTH_HARD_AGE_SECONDS + 1;
  return nowMs - Math.max(sinceMs, calmSinceMs) > boundSeconds * 1000;
}
