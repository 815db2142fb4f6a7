/**
 * How a probe judges a response's status, and where a redirect leads it: to the same host, or nowhere.
 *
 * A redirect that is not to be followed is a status like any other (`expect: [302]` is satisfied by it). Shared by
 * the probe over a raw socket and the one through `fetch`, so that both follow one rule (RFC 9110 15.4).
 */
import type { HttpProbeSpec, Outcome } from "../health/check.ts";

export type Step =
  | { readonly kind: "verdict"; readonly outcome: Outcome }
  | { readonly kind: "follow"; readonly url: URL };

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Where a probe stands: the URL just asked, and those asked before it. */
export interface Trail {
  readonly url: URL;
  readonly visited: readonly string[];
}

/** Begins a trail at the probe's own URL. */
export function beginTrail(url: URL): Trail {
  return { url, visited: [] };
}

/** Extends a trail by one hop. */
export function extendTrail(trail: Trail, url: URL): Trail {
  return { url, visited: [...trail.visited, trail.url.href] };
}

/** Decides what a response means: a verdict, or another URL to ask. `isReachable` tells the hosts of this probe. */
export function nextStep(
  spec: HttpProbeSpec,
  trail: Trail,
  response: { readonly status: number; readonly location: string | null },
  isReachable: (url: URL) => boolean,
): Step {
  const { status, location } = response;
  if (spec.follow === 0 || location === null || !REDIRECTS.includes(status)) return verdict(isExpected(spec, status));
  const url = URL.parse(location, trail.url.href);
  // Another host says nothing of this target, so its redirect is an answer that nobody asked for.
  if (url === null || !isReachable(url)) return verdict("status-mismatch");
  url.hash = "";
  const isLoop = url.href === trail.url.href || trail.visited.includes(url.href);
  if (isLoop || trail.visited.length >= spec.follow) return verdict("too-many-redirects");
  return { kind: "follow", url };
}

function isExpected(spec: HttpProbeSpec, status: number): Outcome {
  return spec.expect.some(([low, high]) => status >= low && status <= high) ? "ok" : "status-mismatch";
}

const verdict = (outcome: Outcome): Step => ({ kind: "verdict", outcome });
