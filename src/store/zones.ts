/**
 * The hosted zones as queries see them: the catalog's entries, and for each the version that answers.
 *
 * Everything here is memory. What is missing is named by key, and `load` fetches it. One pass over an answer is
 * synchronous, so that it sees one version of each zone; a query that finds a version incomplete goes without that
 * version to its end (`avoided`), whatever other queries do.
 */
import { type Name, parentOf, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";
import { decodeManifest, decodeShard, type ZoneManifest } from "../zone/blob.ts";
import { type Catalog, type CatalogZone, shardKey, zoneKey } from "../zone/catalog.ts";
import type { HostedZone, OutsideHost, Section, Zone, ZoneSet } from "../zone/model.ts";
import { sectionOf, zoneOf } from "../zone/zone.ts";
import type { BlobState, Blobs } from "./blobs.ts";
import { logError } from "./log.ts";
import { chooseVersion } from "./versions.ts";

interface Slot {
  readonly apex: Name;
  readonly entry: CatalogZone;
  /** Of the entry's manifest: made once, since making a key costs more than a look-up by it. */
  readonly key: string;
  inUse: string | null;
  /** Of the version that was answered from last. */
  hosts: readonly OutsideHost[];
}

const NO_HOSTS: readonly OutsideHost[] = [];

/** How one pass over an answer looks at the zones. */
export interface Pass {
  /** New versions may take over. */
  readonly ready: boolean;
  /** The catalog is beyond its hard age. */
  readonly stale: boolean;
  /** Versions that this query has found incomplete; added to while it runs. */
  readonly avoided: Set<string>;
}

export class Zones implements ZoneSet {
  readonly #blobs: Blobs;
  #slots: ReadonlyMap<Name, Slot> = new Map();
  #isAwaiting = false;
  #pass: Pass = { ready: false, stale: false, avoided: new Set() };
  /** Which zones asked for a shard that is not in memory: its owners and pools are stored relative to their manifest. */
  readonly #askers = new Map<string, Map<string, ZoneManifest>>();

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Follows a catalog; zones keep the version they use, and those that it does not name are gone. */
  adopt(catalog: Catalog): void {
    const slots = new Map<Name, Slot>();
    for (const [text, entry] of Object.entries(catalog.zones)) {
      const parsed = parseName(text, ROOT);
      if (parsed.kind === "error") {
        logError("catalog-apex-unreadable", { apex: text });
        continue;
      }
      const { inUse = null, hosts = NO_HOSTS } = this.#slots.get(parsed.name) ?? {};
      slots.set(parsed.name, { apex: parsed.name, entry, key: zoneKey(entry.hash), inUse, hosts });
    }
    this.#slots = slots;
  }

  /** Begins a pass; what `find` gives from now on is of this pass. */
  begin(pass: Pass): this {
    this.#pass = pass;
    return this;
  }

  find(name: Name): HostedZone | null {
    const slot = this.#slotAbove(name);
    return slot === null ? null : this.#hosted(slot);
  }

  /** Tells whether a folded name is in a hosted zone, whatever can be read of it. */
  isHosted(name: Name): boolean {
    return this.#slotAbove(name) !== null;
  }

  #slotAbove(name: Name): Slot | null {
    for (let ancestor = name; ; ancestor = parentOf(ancestor)) {
      const slot = this.#slots.get(ancestor);
      if (slot !== undefined) return slot;
      if (ancestor === ROOT) return null;
    }
  }

  /** The outside hosts that zones which were answered from point at. */
  get hosts(): readonly OutsideHost[] {
    return [...this.#slots.values()].flatMap(({ hosts }) => hosts);
  }

  /** A query was answered from another version than the catalog's, whose manifest nobody has tried to read. */
  get isAwaiting(): boolean {
    return this.#isAwaiting;
  }

  /** Takes keys of manifests that zones in use wait for before they can change over, a bounded number at a time. */
  takeAwaited(): string[] {
    this.#isAwaiting = false;
    const keys: string[] = [];
    for (const { inUse, entry } of this.#slots.values()) {
      const key = zoneKey(entry.hash);
      if (inUse !== null && inUse !== entry.hash && this.#blobs.state(key) === "absent") keys.push(key);
      if (keys.length === AWAITED_MAX) break;
    }
    return keys;
  }

  /** Fetches a blob that a pass named. Never rejects. */
  async load(key: string): Promise<void> {
    if (key.startsWith(SHARD_PREFIX)) {
      const askers = [...(this.#askers.get(key) ?? [])];
      this.#askers.delete(key);
      await Promise.all(
        askers.map(([variant, manifest]) => this.#blobs.load(key, (text) => shardBlob(manifest, text), variant)),
      );
    } else {
      await this.#blobs.load(key, manifestBlob);
    }
  }

  #hosted(slot: Slot): HostedZone {
    const { stale, avoided } = this.#pass;
    if (slot.inUse === slot.entry.hash && avoided.size === 0) {
      // The catalog's version is in use and at hand, as it is for nearly every query.
      const blob = this.#blobs.get(slot.key);
      if (blob?.kind === "manifest" && blob.zone?.serial === slot.entry.serial) {
        return { kind: "zone", zone: blob.zone, stale };
      }
    }
    return this.#chosen(slot);
  }

  #chosen(slot: Slot): HostedZone {
    const { entry, inUse, apex } = slot;
    const { ready, stale } = this.#pass;
    const hash = chooseVersion({ entry, inUse, ready, stateOf: (version) => this.#stateOf(slot, version) });
    if (hash === null) return { kind: "unavailable", apex };
    const blob = this.#blobs.get(zoneKey(hash));
    if (blob?.kind !== "manifest") return { kind: "need", key: zoneKey(hash) };
    if (hash === entry.hash || inUse === null) slot.inUse = hash;
    slot.hosts = blob.manifest.hosts;
    if (hash !== entry.hash) this.#isAwaiting ||= this.#stateOf(slot, entry.hash) === "absent";
    const serial = hash === entry.hash ? entry.serial : earlierSerial(entry, blob.zone);
    if (blob.zone?.serial !== serial) blob.zone = this.#zoneOf(blob.manifest, hash, serial);
    return { kind: "zone", zone: blob.zone, stale: stale || hash !== entry.hash };
  }

  #stateOf({ apex }: Slot, hash: string): BlobState {
    if (this.#pass.avoided.has(hash)) return "bad";
    const key = zoneKey(hash);
    const blob = this.#blobs.get(key);
    if (blob?.kind === "manifest" && blob.manifest.apex !== apex) return "bad";
    return this.#blobs.state(key);
  }

  #zoneOf(manifest: ZoneManifest, hash: string, serial: number): Zone {
    // A shard that names a pool means the pool of its own manifest.
    const variant = manifest.pools.length === 0 ? manifest.apex : `${manifest.apex}${hash}`;
    return zoneOf(manifest, { hash, serial }, (shardHash) =>
      this.#shardInMemory(manifest, hash, variant, shardKey(shardHash)),
    );
  }

  #shardInMemory(manifest: ZoneManifest, version: string, variant: string, key: string): Section | undefined {
    const blob = this.#blobs.get(key, variant);
    if (blob?.kind === "shard") return blob.section;
    if (this.#blobs.state(key, variant) === "bad") {
      this.#pass.avoided.add(version);
    } else {
      const askers = this.#askers.get(key);
      if (askers === undefined) this.#askers.set(key, new Map([[variant, manifest]]));
      else askers.set(variant, manifest);
    }
    return undefined;
  }
}

const SHARD_PREFIX = shardKey("");

/** An invocation reads six keys of KV at a time; the rest comes with the next refresh. */
const AWAITED_MAX = 20;

/** The catalog does not say when an earlier version came: what was seen, but always below the new serial (RFC 1912 2.2: it never goes back). */
function earlierSerial(entry: CatalogZone, seen: Zone | null): number {
  return Math.max(1, Math.min(seen?.serial ?? entry.serial, entry.serial - 1));
}

function manifestBlob(text: string) {
  const manifest = decodeManifest(text);
  return manifest && { kind: "manifest" as const, manifest, zone: null };
}

function shardBlob({ apex, pools }: ZoneManifest, text: string) {
  const shard = decodeShard(apex, pools, text);
  return shard && { kind: "shard" as const, section: sectionOf(shard) };
}
