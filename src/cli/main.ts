#!/usr/bin/env node
/**
 * The `fairlead` command. Node runs this file as it is: there is no build.
 */
import { tolerateLostReaders } from "./output.ts";
import { buildProgram, runProgram } from "./program.ts";

tolerateLostReaders();
await runProgram(buildProgram(), process.argv.slice(2));
