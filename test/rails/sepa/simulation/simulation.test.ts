import { it } from "@effect/vitest"
import { Effect } from "effect"
import { quietly } from "./quietly.ts"
import { story } from "./story.ts"

/** `npm run simulate:sepa` runs as many as it is given. */
const seeds = Number(process.env["SEPA_SEEDS"] ?? 700)
const from = Number(process.env["SEPA_FROM"] ?? 0)

it(
  `debits collect the amount owed once through ${seeds} random lives with faults, lost messages, crashes and jumps of the clock`,
  { timeout: 600_000 },
  () =>
    quietly(
      Effect.gen(function* () {
        for (let seed = from; seed < from + seeds; seed++) yield* story(seed)
      }),
    ),
)
