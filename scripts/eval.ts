import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { evaluate } from "./eval/evaluate.ts"

const folder = fileURLToPath(new URL("../../shared/data/planner-eval", import.meta.url))
if (existsSync(folder)) evaluate(folder, process.argv.slice(2))
else console.log(`The evaluation data are not here (${folder}): nothing was evaluated.`)
