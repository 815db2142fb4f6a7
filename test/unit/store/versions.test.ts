import { describe, expect, test } from "vitest";
import type { BlobState } from "../../../src/store/blobs.ts";
import { chooseVersion } from "../../../src/store/versions.ts";

interface Case {
  readonly name: string;
  readonly previous?: string | null;
  readonly inUse: string | null;
  readonly ready: boolean;
  readonly states?: Readonly<Record<string, BlobState>>;
  readonly chosen: string | null;
}

/** The catalog names `new`, and `old` as previous unless a row says otherwise; blobs are here unless a row says otherwise. */
const cases: readonly Case[] = [
  { name: "the version in use that the catalog names stays", inUse: "new", ready: true, chosen: "new" },
  { name: "it stays while health speaks of other checks again", inUse: "new", ready: false, chosen: "new" },
  {
    name: "a new version takes over when its manifest is here and health agrees",
    inUse: "old",
    ready: true,
    chosen: "new",
  },
  { name: "it waits for its manifest", inUse: "old", ready: true, states: { new: "absent" }, chosen: "old" },
  { name: "it waits for health", inUse: "old", ready: false, chosen: "old" },
  { name: "the one in use need not be the previous one", inUse: "older", ready: false, chosen: "older" },
  {
    name: "with none in use and health agreeing the new one is loaded",
    inUse: null,
    ready: true,
    states: { new: "absent" },
    chosen: "new",
  },
  {
    name: "with none in use and health behind the previous one answers",
    inUse: null,
    ready: false,
    states: { old: "absent" },
    chosen: "old",
  },
  {
    name: "with neither in use nor previous the new one is adopted at once",
    previous: null,
    inUse: null,
    ready: false,
    states: { new: "absent" },
    chosen: "new",
  },
  {
    name: "a bad new version is passed over for the previous one",
    inUse: null,
    ready: true,
    states: { new: "bad" },
    chosen: "old",
  },
  {
    name: "a bad new version leaves the one in use",
    inUse: "older",
    ready: true,
    states: { new: "bad" },
    chosen: "older",
  },
  {
    name: "a version in use that went bad is passed over for the previous one",
    inUse: "new",
    ready: true,
    states: { new: "bad" },
    chosen: "old",
  },
  {
    name: "where all earlier ones are bad the new one answers before its time",
    inUse: "older",
    ready: false,
    states: { older: "bad", old: "bad" },
    chosen: "new",
  },
  {
    name: "a bad version without a previous one leaves nothing",
    previous: null,
    inUse: "new",
    ready: true,
    states: { new: "bad" },
    chosen: null,
  },
  {
    name: "where all are bad there is nothing",
    inUse: "older",
    ready: true,
    states: { older: "bad", old: "bad", new: "bad" },
    chosen: null,
  },
];

describe("the version of a zone that answers", () => {
  test.each(cases)("$name", ({ previous = "old", inUse, ready, states = {}, chosen }) => {
    const entry = { hash: "new", previous, serial: 9 };
    expect(chooseVersion({ entry, inUse, ready, stateOf: (hash) => states[hash] ?? "here" })).toBe(chosen);
  });
});
