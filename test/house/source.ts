/** A source file as the house rules look at it: text, syntax tree, comments. The tree is ESTree with TypeScript's nodes. */
import { parseSync } from "vite";

/** Any node; its own fields by name. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly {
    readonly block: boolean;
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
}

/** Parses a file; a file that does not parse is an error. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join("; ")}`);
  return {
    path,
    text,
    program: program as unknown as Node,
    comments: comments.map(({ type, value, start, end }) => ({ block: type === "Block", text: value, start, end })),
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Tells whether a field holds a node of the type given. */
export function isOfType(value: unknown, type: string): value is Node {
  return isNode(value) && value.type === type;
}

/** Visits every node, outer ones first, with its parent. */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  visit(node, parent);
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) if (isNode(child)) walk(child, visit, node);
  }
}

/** Gives the line, from 1, of an offset. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Counts the lines of a stretch of text; a final line break begins no line. */
export function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}
