/**
 * What a server says in the body of an error, for a person: the sentence alone where it came as the JSON of the API.
 */
import { inOneLine } from "./compile/problem.ts";

const CHARACTERS_MAX = 300;

/** Gives what the body says, in one line and with what leads to it; empty where it holds no words for a person. */
export async function toldBy(response: Response): Promise<string> {
  const text = (await response.text()).trim();
  const type = response.headers.get("content-type") ?? "";
  const told = /json/.test(type) ? errorIn(text) : /^text\/plain\b/.test(type) ? text : "";
  return told === "" ? "" : `: ${inOneLine(told.slice(0, CHARACTERS_MAX))}`;
}

function errorIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "error" in value ? String(value.error) : text;
  } catch {
    return text;
  }
}
