/**
 * The house rules that look at one file. Each takes a parsed file and gives what breaks it; `tidy.self.test.ts` proves of
 * each that it catches a planted fault.
 */
import { isOfType, lineAt, lineCount, type Node, type SourceFile, walk } from "./source.ts";

const FILE_LINES_MAX = 250;
const FUNCTION_LINES_MAX = 70;

/** The one direction that imports may run: a folder imports from itself and from those before it. */
const ORDER = ["dns", "zone", "steering", "health", "answer", "store", "probe", "upstream", "http", "worker.ts"];
const CORE = new Set(["dns", "zone", "steering", "health", "answer"]);
/** Packages that the Worker carries; the command may use any. */
const WORKER_PACKAGES = /^(hono(\/.*)?|cloudflare:.*)$/;

/** What a file of the core does not know: time, chance, storage and waiting come in as values. */
const CORE_BANS = new Set([
  "Promise",
  "Date",
  "crypto",
  "fetch",
  "setTimeout",
  "setInterval",
  "console",
  "KVNamespace",
  "env",
]);

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Syntax that TypeScript would have to compile away (Node runs the files as they are), and what hides from the checker. */
const BANNED_NODES: Readonly<Record<string, string>> = {
  TSAnyKeyword: "any",
  TSNonNullExpression: "non-null assertion",
  TSEnumDeclaration: "enum",
  TSModuleDeclaration: "namespace",
  TSParameterProperty: "parameter property",
};

export type Rule = (file: SourceFile) => string[];

/** Gives the folder of `src` that a path lies in, or the file's name for one directly in it; null outside `src`. */
export function roomOf(path: string): string | null {
  return /^src\/([^/]+)/.exec(path)?.[1] ?? null;
}

/** Gives the sources of imports and re-exports, in order. */
export function importsOf(file: SourceFile): string[] {
  const sources: string[] = [];
  walk(file.program, (node) => {
    if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(node.type)) return;
    if (isOfType(node.source, "Literal")) sources.push(String(node.source.value));
  });
  return sources;
}

/** Resolves a relative import to a path from the project's root. */
function resolve(path: string, source: string): string {
  return new URL(source, `file:///${path}`).pathname.slice(1);
}

function judgeImport(path: string, room: string, source: string): string | null {
  if (!source.startsWith(".")) {
    if (room === "cli") return null;
    return !CORE.has(room) && WORKER_PACKAGES.test(source) ? null : `${room} imports the package ${source}`;
  }
  const target = roomOf(resolve(path, source));
  if (target === null) return `src imports ${source} from outside`;
  if (!/\.(ts|json)$/.test(source)) return `import of ${source} without its ending`;
  const allowed =
    room === "cli" ? target === "cli" || CORE.has(target) : ORDER.slice(0, ORDER.indexOf(room) + 1).includes(target);
  return allowed ? null : `${room} imports ${target}`;
}

export const importDirection: Rule = (file) => {
  const room = roomOf(file.path);
  if (room === null) return [];
  if (room !== "cli" && !ORDER.includes(room)) return [`no such room: ${room}`];
  return importsOf(file).flatMap((source) => judgeImport(file.path, room, source) ?? []);
};

/** Names that are only labels: of a property, a method or a key, not a value that is used. */
function isLabel(node: Node, parent: Node | null): boolean {
  if (parent === null || parent.computed === true) return false;
  return parent.property === node || (parent.key === node && parent.shorthand !== true);
}

export const corePurity: Rule = (file) => {
  const room = roomOf(file.path);
  if (room === null || !CORE.has(room)) return [];
  const found: string[] = [];
  walk(file.program, (node, parent) => {
    const line = lineAt(file.text, node.start);
    if (node.async === true || node.type === "AwaitExpression") found.push(`line ${line}: async`);
    if (node.type === "Identifier" && CORE_BANS.has(String(node.name)) && !isLabel(node, parent)) {
      found.push(`line ${line}: ${node.name}`);
    }
    if (node.type === "MemberExpression" && file.text.slice(node.start, node.end) === "Math.random") {
      found.push(`line ${line}: Math.random`);
    }
  });
  return found;
};

/** A chapter of tests is no function: what `describe` is given may be as long as its file. */
function isChapter(parent: Node | null): boolean {
  return (
    isOfType(parent, "CallExpression") && isOfType(parent.callee, "Identifier") && parent.callee.name === "describe"
  );
}

export const sizes: Rule = (file) => {
  const lines = lineCount(file.text);
  const found = lines > FILE_LINES_MAX ? [`${lines} lines, at most ${FILE_LINES_MAX}`] : [];
  walk(file.program, (node, parent) => {
    if (!FUNCTIONS.has(node.type) || isChapter(parent)) return;
    const count = lineCount(file.text.slice(node.start, node.end));
    if (count > FUNCTION_LINES_MAX) {
      found.push(`line ${lineAt(file.text, node.start)}: a function of ${count} lines, at most ${FUNCTION_LINES_MAX}`);
    }
  });
  return found;
};

export const kebabCase: Rule = (file) => {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.ts$/.test(name) ? [] : [`${name} is not kebab-case`];
};

export const bannedSyntax: Rule = (file) => {
  const found: string[] = [];
  let declaredEnd = 0;
  walk(file.program, (node) => {
    // What is only declared leaves nothing to compile, and neither does what it holds.
    if (node.type === "TSModuleDeclaration" && node.declare === true) declaredEnd = Math.max(declaredEnd, node.end);
    const banned = BANNED_NODES[node.type];
    const isDeclared = node.type === "TSModuleDeclaration" && node.end <= declaredEnd;
    if (banned !== undefined && !isDeclared) found.push(`line ${lineAt(file.text, node.start)}: ${banned}`);
  });
  return found;
};

/** A switch over a union's `kind` names every kind, and the compiler holds it to that. */
export const exhaustiveSwitches: Rule = (file) => {
  const found: string[] = [];
  walk(file.program, (node) => {
    if (node.type !== "SwitchStatement" || !isOfType(node.discriminant, "MemberExpression")) return;
    if (!isOfType(node.discriminant.property, "Identifier") || node.discriminant.property.name !== "kind") return;
    let closed = false;
    walk(node, (inner) => {
      if (inner.type === "TSSatisfiesExpression" && isOfType(inner.typeAnnotation, "TSNeverKeyword")) closed = true;
    });
    if (!closed) found.push(`line ${lineAt(file.text, node.start)}: a switch over kind without satisfies never`);
  });
  return found;
};

const BANNER = /^[\s*]*[-=*#_~]{4,}/m;
const UNFINISHED = /\b(TODO|FIXME|XXX)\b/;

export const comments: Rule = (file) =>
  file.comments.flatMap(({ text, start }) => {
    const line = lineAt(file.text, start);
    return [
      ...(BANNER.test(text) ? [`line ${line}: a banner`] : []),
      ...(UNFINISHED.test(text) ? [`line ${line}: unfinished work`] : []),
    ];
  });

/** Every file but a test says at its head what it is about; a test's rows say it themselves. */
export const headComment: Rule = (file) => {
  if (!/^(src|bench|examples)\//.test(file.path)) return [];
  const start = file.text.startsWith("#!") ? file.text.indexOf("\n") + 1 : 0;
  const head = file.comments.find((comment) => comment.start === start);
  return head?.block === true && head.text.startsWith("*") ? [] : ["no comment at the head"];
};

/** Exported functions of `src` say what they do; a class is told by its file's head. */
export const docstrings: Rule = (file) => {
  if (roomOf(file.path) === null) return [];
  const found: string[] = [];
  walk(file.program, (node) => {
    if (node.type !== "ExportNamedDeclaration" || !isOfType(node.declaration, "FunctionDeclaration")) return;
    if (!/\*\/\s*$/.test(file.text.slice(0, node.start)))
      found.push(`line ${lineAt(file.text, node.start)}: an export without a docstring`);
  });
  return found;
};

/** No test is switched off, and none keeps the others from running. */
export const runningTests: Rule = (file) => {
  const found: string[] = [];
  walk(file.program, (node) => {
    if (node.type !== "MemberExpression") return;
    const text = file.text.slice(node.start, node.end);
    if (/^(test|it|describe)\.(only|todo|skip)$/.test(text))
      found.push(`line ${lineAt(file.text, node.start)}: ${text}`);
  });
  return found;
};

/** Comments that silence a checker; the project has a budget of them, and each gives its reason. */
export function suppressionsOf(file: SourceFile): string[] {
  return file.comments
    .filter(({ text }) => /^[\s*]*(biome-ignore|@ts-|oxlint-disable|eslint-disable)/.test(text))
    .map(({ text, start }) => `${file.path}:${lineAt(file.text, start)}:${text}`);
}

export const RULES: Readonly<Record<string, Rule>> = {
  importDirection,
  corePurity,
  sizes,
  kebabCase,
  bannedSyntax,
  exhaustiveSwitches,
  comments,
  headComment,
  docstrings,
  runningTests,
};
