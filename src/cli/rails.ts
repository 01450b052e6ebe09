import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { RailPauses, setRailPaused } from "../../domain/operating/RailPauses.ts"
import { registry } from "../../rails/registry.ts"
import { reasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withRails, withServices } from "./services.ts"

const names = Object.keys(registry)

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const paused = yield* Effect.flatMap(RailPauses, ({ stored }) => stored)
    const rails = names.map((rail) => ({ rail, paused: paused.includes(rail) }))
    yield* print(json, { rails }, rails.map(({ paused, rail }) => `${rail.padEnd(8)}  ${paused ? "paused" : "not paused"}`).join("\n"))
  }, withServices),
).pipe(Command.withDescription("The rails, and which of them are paused"))

/** The end of a pause is for the rail too. A pause works also where the rail cannot be set up. */
const setting = (name: "pause" | "resume", description: string, outcome: string) =>
  Command.make(
    name,
    {
      rail: Argument.String("rail").pipe(Argument.withDescription("Id of the rail, for instance credits")),
      reason: reasonFlag,
      json: jsonFlag,
    },
    Effect.fn(
      function* ({ json, rail, reason }) {
        const paused = name === "pause"
        yield* setRailPaused(rail, paused, reason, names)
        yield* print(json, { rail, paused }, `The rail ${rail} ${outcome}`)
      },
      name === "resume" ? withRails : withServices,
    ),
  ).pipe(Command.withDescription(description))

export const rail = Command.make("rail").pipe(
  Command.withDescription("The rails of all gateways"),
  Command.withSubcommands([
    list,
    setting(
      "pause",
      "Pay for no further call on a rail; what it owes is still settled",
      "is paused: within a second no gateway pays with it. What it owes is still settled.",
    ),
    setting("resume", "Pay with the rail again", "is resumed: within a second every gateway pays with it again."),
  ]),
)
