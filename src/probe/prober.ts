/**
 * The Durable Object that probes its share of the targets from one region.
 *
 * The cron trigger hands it its assignment every minute; its own alarm, always set to the earliest turn, does the
 * probing in between. Whoever calls: turns are stored as taken before anything is probed. Probes are not waited for,
 * since an object has one `alarm()` at a time and a slow target would hold up all others; their timers keep the
 * object alive. It decides nothing of health: it reports what it saw.
 */
import { connect } from "cloudflare:sockets";
import { DurableObject } from "cloudflare:workers";
import { PROBER_SLOTS } from "../health/assignment.ts";
import type { Observation } from "../health/check.ts";
import { boardOf } from "../store/board.ts";
import { type Assignment, type Env, type ProberRpc, type ReportReceipt, RPC_FORMAT } from "../store/env.ts";
import { logError } from "../store/log.ts";
import { regionsOf } from "../store/settings.ts";
import { ChecksDocuments } from "./documents.ts";
import { dutiesOf } from "./duties.ts";
import { type ProbeTools, runProbe } from "./probe.ts";
import { Reporter } from "./reporter.ts";
import { Slots, takeTurn } from "./round.ts";
import {
  EMPTY_SCHEDULE,
  followAssignment,
  nextAlarmMs,
  noteResult,
  type Schedule,
  type Start,
  takeTurns,
} from "./schedule.ts";

/** What is stored under `duty`, rarely written; `schedule` is written once a round. */
interface StoredDuty {
  readonly assignment: Assignment;
  /** The regions under which the assignment was worked out: with others, the prober may be needed no more. */
  readonly regions: string;
}

/** After a failure that left no alarm: the shortest interval. */
const RETRY_MS = 1000;

export class Prober extends DurableObject<Env> implements ProberRpc {
  readonly #slots = new Slots(PROBER_SLOTS);
  readonly #busy = new Set<string>();
  readonly #reporter = new Reporter((observations) => this.#report(observations));
  readonly #documents: ChecksDocuments;
  readonly #tools: ProbeTools;
  #duty: StoredDuty | null;
  #schedule: Schedule;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#documents = new ChecksDocuments(env.ZONES);
    const allowPrivate = env.ALLOW_PRIVATE_TARGETS === "true";
    this.#tools = { connect, fetch: (url, init) => fetch(url, init), clock: Date.now, allowPrivate };
    this.#duty = ctx.storage.kv.get<StoredDuty>("duty") ?? null;
    this.#schedule = ctx.storage.kv.get<Schedule>("schedule") ?? EMPTY_SCHEDULE;
  }

  async run(assignment: Assignment): Promise<void> {
    if (assignment.format !== RPC_FORMAT) return;
    if (assignment.probes.length === 0) return this.#retire();
    this.#follow(assignment);
    await this.#beginRound(Date.now());
  }

  override async alarm(): Promise<void> {
    try {
      await this.#beginRound(Date.now());
    } catch (error) {
      logError("round-failed", { prober: this.#duty?.assignment.prober, error: String(error) });
      await this.#setAlarm(Date.now() + RETRY_MS);
    }
  }

  #follow(assignment: Assignment): void {
    const duty: StoredDuty = { assignment, regions: regionsOf(this.env).join() };
    if (JSON.stringify(duty) !== JSON.stringify(this.#duty)) this.ctx.storage.kv.put("duty", duty);
    this.#duty = duty;
    this.#schedule = followAssignment(this.#schedule, assignment.probes, Date.now());
  }

  /** Takes the turns that are due and starts their probes. The alarm comes first: it must outlive what may throw. */
  async #beginRound(nowMs: number): Promise<void> {
    if (this.#duty === null) return;
    const turns = takeTurns(this.#schedule, this.#duty.assignment.probes, this.#busy, nowMs);
    const alarmMs = nextAlarmMs(turns.schedule, this.#busy, nowMs);
    const alarm = alarmMs === null ? undefined : this.#setAlarm(alarmMs);
    if (turns.starts.length > 0) this.ctx.storage.kv.put("schedule", turns.schedule);
    this.#schedule = turns.schedule;
    for (const start of turns.starts) {
      this.#busy.add(start.probe.id);
      this.ctx.waitUntil(this.#measure(start));
    }
    await alarm;
  }

  async #measure(start: Start): Promise<void> {
    const { id } = start.probe;
    try {
      const observation = await takeTurn(start, {
        slots: this.#slots,
        probe: (spec) => runProbe(spec, this.#tools),
        clock: Date.now,
        region: this.#duty?.assignment.region ?? null,
      });
      this.#busy.delete(id);
      if (this.#duty === null) return;
      if (observation.outcome !== "not-measured") {
        this.#schedule = noteResult(this.#schedule, id, observation.outcome !== "ok", observation.atMs);
      }
      const delivery = this.#reporter.add(observation, this.#busy.size === 0);
      // A probe that took its whole interval has its next turn at once.
      if ((this.#schedule.dueMs[id] ?? Number.POSITIVE_INFINITY) <= Date.now()) await this.#beginRound(Date.now());
      await delivery;
    } catch (error) {
      logError("turn-failed", { probe: id, error: String(error) });
    } finally {
      this.#busy.delete(id);
    }
  }

  async #report(observations: readonly Observation[]): Promise<void> {
    const prober = this.#duty?.assignment.prober;
    if (prober === undefined) return;
    const receipt = await boardOf(this.env).report({ format: RPC_FORMAT, prober, observations });
    await this.#heed(receipt);
  }

  /**
   * Follows the checks that the board has in force, without waiting for the next minute: a prober whose name no
   * longer has a share retires, wherever its last assignment came from.
   */
  async #heed(receipt: ReportReceipt): Promise<void> {
    const duty = this.#duty;
    if (duty === null || receipt.format !== RPC_FORMAT || receipt.checks === null) return;
    if (receipt.checks === duty.assignment.checks && duty.regions === regionsOf(this.env).join()) return;
    const document = await this.#documents.read(receipt.checks);
    if (document === null) return;
    const own = dutiesOf(this.env, receipt.checks, document).find(({ prober }) => prober === duty.assignment.prober);
    if (own === undefined) return this.#retire();
    this.#follow(own);
    await this.#beginRound(Date.now());
  }

  async #retire(): Promise<void> {
    this.#duty = null;
    this.#schedule = EMPTY_SCHEDULE;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async #setAlarm(atMs: number): Promise<void> {
    try {
      await this.ctx.storage.setAlarm(atMs);
    } catch (error) {
      logError("alarm-not-set", { prober: this.#duty?.assignment.prober, error: String(error) });
    }
  }
}
