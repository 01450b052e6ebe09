#!/usr/bin/env node
// Runs the command line on the Node that the package brings: the one on the machine may be too old for it.
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL("../../", import.meta.url)
const own = fileURLToPath(new URL("node_modules/.bin/node", root))
const child = spawn(existsSync(own) ? own : process.execPath, [fileURLToPath(new URL("src/main.ts", root)), ...process.argv.slice(2)], {
  stdio: "inherit",
})
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal))
child.on("exit", (code, signal) => (signal === null ? process.exit(code ?? 1) : process.kill(process.pid, signal)))
