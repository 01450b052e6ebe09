import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer, Schema } from "effect"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import { SourceFailure, Sources } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { gateway } from "../../src/Gateway.ts"
import { database } from "../../src/storage.ts"
import { logging } from "../../src/observability/logging.ts"
import { Settings } from "../../src/Settings.ts"
import { noCompiler } from "../support/gateway.ts"
import { scriptedSource } from "../support/sources.ts"
import { announceReady } from "../support/cluster/announceReady.ts"

/**
 * A gateway as a process of its own, configured by its environment alone, with a source that says whatever it was given,
 * in every way in which something can go wrong.
 */
const talk = (id: string, run: (text: string) => Effect.Effect<string, SourceFailure>) =>
  defineOperation({
    id: `script.${id}`,
    name: id,
    description: id,
    fields: { "script.token": Schema.String },
    output: ["script.token"],
    pricing: { model: "per_call", price: microUsd(1_000n) },
    freshnessSeconds: 0,
    examples: [],
    run: (input) => Effect.map(run(input["script.token"]), (token) => ({ data: { script: { token } }, documents: 1 })),
  })

class Leaky extends Error {
  readonly input: string
  constructor(input: string) {
    super(`cannot work with ${input}\n    at ${input} (${input}:1:1)`, { cause: new Error(`because of ${input}`) })
    this.name = `Leaky ${input}!`
    this.input = input
  }
}

const source = {
  ...scriptedSource(() => undefined),
  operations: [
    talk("echo", Effect.succeed),
    talk("defect", (text) => Effect.die(new Leaky(text))),
    talk("object", (text) => Effect.die({ text, headers: { authorization: text } })),
    talk("text", (text) => Effect.die(text)),
    talk("parse", (text) => Effect.sync((): string => JSON.parse(text))),
    talk("failure", (text) => new SourceFailure({ code: "source_error", message: text })),
    talk("slow", (text) => Effect.delay(Effect.succeed(text), 1_500)),
  ],
}

announceReady.pipe(
  Layer.provide(gateway),
  Layer.provide([database, prepaidAlone, Layer.succeed(Sources, [source]), noCompiler]),
  Layer.provide(Settings.layer),
  Layer.provide(logging),
  Layer.launch,
  NodeRuntime.runMain({ disableErrorReporting: true }),
)
