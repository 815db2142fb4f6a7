#!/usr/bin/env node
/**
 * The `fairlead` command. Node runs this file as it is: there is no build.
 */
import { buildProgram, runProgram } from "./program.ts";

await runProgram(buildProgram(), process.argv.slice(2));
