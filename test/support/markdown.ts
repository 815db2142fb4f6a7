/** Fenced blocks of a Markdown page, and the commands inside shell blocks. */

export interface Block {
  /** Words behind the fence: language first, marks after it. */
  readonly info: readonly string[];
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
}

export interface Command {
  /** Without the prompt, continued lines joined. */
  readonly text: string;
  /** The lines that stand below it, up to the next command. */
  readonly output: readonly string[];
}

/** Gives the fenced blocks in order; a fence that nothing closes runs to the end. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; info: string[]; line: number; lines: string[] } | null = null;
  for (const [at, line] of [...markdown.split("\n"), null].entries()) {
    if (open !== null && (line === null || line.trim() === open.fence)) {
      blocks.push({ info: open.info, text: `${open.lines.join("\n")}\n`, line: open.line });
      open = null;
    } else if (open !== null && line !== null) {
      open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
    } else {
      const fence = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(line ?? "");
      if (fence === null) continue;
      const info = (fence[3] ?? "").trim().split(/\s+/);
      open = { fence: fence[2] ?? "", indent: fence[1]?.length ?? 0, info, line: at + 1, lines: [] };
    }
  }
  return blocks;
}

/** Tells whether a block holds commands for a shell. */
export function isShell(block: Pick<Block, "info">): boolean {
  return ["sh", "bash", "shell", "console"].includes(block.info[0] ?? "");
}

/** Gives a shell block's commands: of lines with a `$` prompt where there are any, else of every line but comments. */
export function commandsOf(block: Pick<Block, "info" | "text">): Command[] {
  const lines = block.text
    .replaceAll(/\\\n\s*/g, "")
    .trimEnd()
    .split("\n");
  const prompted = lines.some((line) => line.startsWith("$ "));
  const commands: { text: string; output: string[] }[] = [];
  for (const line of lines) {
    if (prompted && !line.startsWith("$ ")) commands.at(-1)?.output.push(line);
    else if (line.trim() !== "" && !line.trim().startsWith("#"))
      commands.push({
        text: line
          .replace(/^\$ /, "")
          .replace(/\s+#\s.*$/, "")
          .trim(),
        output: [],
      });
  }
  return commands;
}

/** Splits a shell line into its simple commands, each into words, quotes taken off. Expansions stay as they are written. */
export function wordsOf(line: string): string[][] {
  const simple: string[][] = [[]];
  for (const match of line.matchAll(/&&|\|\||[;|&]|(?:[^\s"';|&]|"[^"]*"|'[^']*')+/g)) {
    if (/^[;|&]+$/.test(match[0])) simple.push([]);
    else simple.at(-1)?.push(match[0].replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  }
  return simple.filter((words) => words.length > 0);
}
