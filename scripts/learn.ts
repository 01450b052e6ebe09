import { fileURLToPath } from "node:url"
import { learnLikelihood } from "./eval/learnLikelihood.ts"
import { learnSpans } from "./eval/learnSpans.ts"

const folder = fileURLToPath(new URL("../../shared/data/planner-eval", import.meta.url))
// How likely an operation is depends on what is found for its inputs: the second is run once the first has been.
if (process.argv[2] === "spans") learnSpans(folder)
else if (process.argv[2] === "likelihood") learnLikelihood(folder)
else console.log("node scripts/learn.ts spans, then node scripts/learn.ts likelihood")
