import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildProgram, runProgram } from "../../../src/cli/program.ts";

let server: Server;
let origin = "";
let told = "";
let answer = { status: 200, type: "text/plain", body: "" };

beforeEach(async () => {
  told = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += text;
    return true;
  });
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  server.close();
  server.closeAllConnections();
});

const JSON_TYPE = "application/json";

const rows = [
  {
    name: "query tells what a server that limits says",
    args: ["query", "www.example.com"],
    answer: { status: 429, type: "text/plain; charset=utf-8", body: "Too many queries; wait a little.\n" },
    line: "no DNS answer from ORIGIN/dns-query: HTTP 429, content type text/plain: Too many queries; wait a little.",
  },
  {
    name: "query tells of tokens where there is nothing",
    args: ["query", "www.example.com"],
    answer: { status: 404, type: JSON_TYPE, body: '{"error":"There is nothing here."}' },
    line: `no DNS answer from ORIGIN/dns-query: HTTP 404, content type ${JSON_TYPE}: There is nothing here.; if it has ACCESS_TOKENS, put the token into the path`,
  },
  {
    name: "query prints no web page",
    args: ["query", "www.example.com"],
    answer: { status: 200, type: "text/html", body: "<html></html>" },
    line: "no DNS answer from ORIGIN/dns-query: HTTP 200, content type text/html",
  },
  {
    name: "explain tells the API's sentence",
    args: ["explain", "www.example.com", "--given", "east=healthy"],
    answer: { status: 400, type: JSON_TYPE, body: '{"error":"There is no check \\"east\\"."}' },
    line: 'ORIGIN answered HTTP 400: There is no check "east".',
  },
];

describe("what a server says is told in one line, exit code 1", () => {
  test.each(rows)("$name", async ({ args, answer: given, line }) => {
    answer = given;
    await runProgram(buildProgram(), [...args, "--server", `${origin}/dns-query`]);
    expect(Number(process.exitCode)).toBe(1);
    expect(told).toBe(`fairlead: ${line.replace("ORIGIN", origin)}\n`);
  });
});
