import * as NodeServices from "@effect/platform-node/NodeServices"
import { expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CliOutput, type HelpDoc } from "effect/cli"
import type { CheckFailed } from "../../src/cli/output.ts"
import { runFarthing } from "../../src/cli/farthing.ts"

/** The help of a command, as the library describes it. */
const helpOf = Effect.fnUntraced(function* (path: ReadonlyArray<string>) {
  const seen: Array<HelpDoc.HelpDoc> = []
  const formatter: CliOutput.Formatter = {
    ...CliOutput.defaultFormatter({ colors: false }),
    formatHelpDoc: (doc) => {
      seen.push(doc)
      return ""
    },
  }
  yield* Effect.provide(runFarthing([...path, "--help"]), CliOutput.layer(formatter))
  return seen[0]!
}, Effect.provide(NodeServices.layer))

/** `farthing price set --model`: the arguments and flags of a command and of its subcommands without a word of what belongs there. */
const silent = (path: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, CheckFailed> =>
  Effect.gen(function* () {
    const { args = [], flags, subcommands = [] } = yield* helpOf(path)
    const own = [...args, ...flags].filter(({ description }) => Option.getOrElse(description, () => "").trim() === "")
    const below = yield* Effect.forEach(
      subcommands.flatMap(({ commands }) => commands),
      ({ name }) => silent([...path, name]),
    )
    return [...own.map(({ name }) => [...path, name].join(" ")), ...below.flat()]
  })

it.effect("every argument and flag of the command line says in its help what belongs there", () =>
  Effect.gen(function* () {
    expect((yield* helpOf(["price", "set"])).args?.map(({ name }) => name)).toEqual(["source", "operation"])
    expect(yield* silent([])).toEqual([])
  }),
)
