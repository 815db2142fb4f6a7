/**
 * `npm start`: the main job on the example zones. Starts the example endpoints, runs `fairlead dev` and says what to
 * try. Flags go to `fairlead dev`: `npm start -- --port 9000`.
 */
import { messageOf } from "../src/cli/failure.ts";
import { tolerateLostReaders } from "../src/cli/output.ts";
import { buildProgram, runProgram } from "../src/cli/program.ts";
import { SERVER_DEFAULT } from "../src/cli/query.ts";
import { ENDPOINTS, startEndpoints } from "./endpoints.ts";

tolerateLostReaders();
const endpoints = await startEndpoints().catch((thrown: unknown) => {
  process.stderr.write(`the example endpoints cannot start: ${messageOf(thrown)}\n`);
  process.exit(1);
});

const program = buildProgram((url) => {
  const server = url === SERVER_DEFAULT ? "" : ` --server ${url}`;
  const east = `http://127.0.0.1:${ENDPOINTS[0]?.port}`;
  const steps = [
    [`npx fairlead query www.example.com${server}`, "the answer: the east, 192.0.2.10"],
    [`curl ${east}/down`, "take the east down; within 10 seconds the answer is the west"],
    [`npx fairlead explain www.example.com${server}`, "why that is the answer"],
    [`curl ${east}/up`, "bring the east back"],
  ] as const;
  const columns = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(([command, meaning]) => `  ${command.padEnd(columns)}   # ${meaning}`);
  process.stdout.write(`
Try, in another terminal:

${lines.join("\n")}

The zones are in examples/zones: edit one, and it is served as soon as it is saved. Ctrl-C ends everything.
`);
});
await runProgram(program, ["dev", ...process.argv.slice(2)]);
endpoints.stop();
