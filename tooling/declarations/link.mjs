#!/usr/bin/env node
// Stands for the compiler that tsdown starts: what it would emit is in node_modules/.tenon/declarations already.

import { rmdirSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = process.argv[process.argv.indexOf("--outDir") + 1];
rmdirSync(folder);
symlinkSync(fileURLToPath(new URL("../../node_modules/.tenon/declarations", import.meta.url)), folder, "junction");
