import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

// Compiled code of earlier runs. It halves the processor time of a command: 1.1 s without it, 0.6 s with it. The processes that this one starts use it too.
const compiledCode = fileURLToPath(new URL("../node_modules/.cache/farthing", import.meta.url))
if (enableCompileCache(compiledCode).directory !== undefined) process.env["NODE_COMPILE_CACHE"] ??= compiledCode
await import("./cli/run.ts")
