import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Logger, Schema } from "effect"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { askEach } from "./ask/askEach.ts"
import { withGateway } from "./ask/gatewayForQuestions.ts"

const usage = `node scripts/askQuestions.ts FILE [--url URL] [--max-spend 0.05]
Asks every question of FILE, one JSON object per line: {id, question, expect, right, wrong}. Prints one JSON line per question for a judge.
With --url it asks the gateway at that address with the key in API_KEY. Otherwise it starts a gateway of its own on the built-in sources, with its
data in FARTHING_DATA_DIR, which is worth keeping: a new directory loads the places and addresses first.`

const Question = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  /** The kind of outcome, the right answer and the wrong one, in words: the judge's, never read by the gateway. */
  expect: Schema.String,
  right: Schema.String,
  wrong: Schema.String,
})

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string" }, "max-spend": { type: "string", default: "0.05" } },
})
const [file] = positionals
if (file === undefined) {
  console.error(usage)
  process.exit(2)
}
const questions = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => Schema.decodeSync(Schema.fromJsonString(Question))(line))
const maxSpend = Number(values["max-spend"])

const program =
  values.url === undefined
    ? withGateway((url, key) => askEach(questions, { url, key, maxSpend }))
    : askEach(questions, { url: values.url, key: process.env["API_KEY"] ?? "", maxSpend })

// Standard output has the lines for the judge and nothing else.
NodeRuntime.runMain(Effect.scoped(program).pipe(Effect.provideService(Logger.LogToStderr, true)))
