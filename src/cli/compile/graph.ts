/**
 * Loops in what points at what, for aliases, CNAMEs and DNAMEs alike.
 *
 * Nothing here recurses: an operator's chain may be as long as the zone.
 */

/** What each vertex points at; a vertex that is pointed at but has no entry points nowhere. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * Takes off what ends whichever way is taken, from the ends inwards, and gives each vertex's greatest distance to an
 * end, in ascending order. What is not in the result may come back to where it was.
 */
export function levelsOf(edges: Edges): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const pointingAt = new Map<string, string[]>();
  const waiting = new Map<string, number>();
  const ended: string[] = [];
  const end = (vertex: string, level: number): void => {
    levels.set(vertex, level);
    ended.push(vertex);
  };
  for (const [vertex, targets] of edges) {
    if (targets.length === 0) end(vertex, 0);
    waiting.set(vertex, targets.length);
    for (const target of targets) {
      const sources = pointingAt.get(target);
      if (sources) sources.push(vertex);
      else pointingAt.set(target, [vertex]);
      if (!edges.has(target) && !levels.has(target)) end(target, 0);
    }
  }
  for (const target of ended) {
    for (const vertex of pointingAt.get(target) ?? []) {
      const left = (waiting.get(vertex) ?? 0) - 1;
      waiting.set(vertex, left);
      if (left !== 0) continue;
      const targets = edges.get(vertex) ?? [];
      end(vertex, 1 + targets.reduce((most, each) => Math.max(most, levels.get(each) ?? 0), 0));
    }
  }
  return levels;
}

/** Gives loops among the vertices that need not end: one for each way that runs into one, each loop once, in order of the edges. */
export function loopsOf(edges: Edges, levels: ReadonlyMap<string, number>): readonly (readonly string[])[] {
  const loops: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (const start of edges.keys()) {
    const way: string[] = [];
    let vertex: string | undefined = start;
    while (vertex !== undefined && !levels.has(vertex) && !seen.has(vertex)) {
      seen.add(vertex);
      way.push(vertex);
      vertex = edges.get(vertex)?.find((target) => !levels.has(target));
    }
    const begin = vertex === undefined ? -1 : way.indexOf(vertex);
    if (begin >= 0) loops.push(way.slice(begin));
  }
  return loops;
}
