import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { SourceCompiler, InvalidDocument } from "../../domain/catalogue/ImportedSource.ts"
import { Sources, variantsOf } from "../../domain/catalogue/Source.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { layer as builtinSources } from "../../layers/sources/builtin.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { asking } from "../../src/asking.ts"
import { gateway } from "../../src/Gateway.ts"
import { database } from "../../src/storage.ts"
import { Settings } from "../../src/Settings.ts"

const noCompiler = Layer.succeed(SourceCompiler, { compile: () => new InvalidDocument({ message: "No source is imported here." }) })

const settings = Layer.effect(
  Settings,
  Effect.map(Settings, (read) => ({ ...read, port: 0 })),
).pipe(Layer.provide(Settings.layer))

/** A gateway on the built-in sources with credits, and a buyer of its own. */
const whole = gateway.pipe(
  Layer.provideMerge(Layer.mergeAll(prepaidAlone, builtinSources, noCompiler, asking)),
  Layer.provideMerge(database),
  Layer.provide(settings),
)

export const withGateway = <A, E, R>(use: (url: string, key: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(whole)
    return yield* Effect.gen(function* () {
      yield* loaded
      const { address } = yield* HttpServer.HttpServer
      return yield* use(HttpServer.formatAddress(address), yield* newKey)
    }).pipe(Effect.provideContext(Context.pick(HttpServer.HttpServer, Organisations, Ledger, Sources)(context)))
  })

const newKey = Effect.gen(function* () {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const organisation = yield* organisations.create({ name: "questions", rate: 1_000_000, concurrency: 100 })
  const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: microUsd(25_000_000n) }
  yield* ledger.execute({ _tag: "Post", organisation, ref: `questions:${organisation}`, transfers: [transfer] })
  const limits = { perRequest: null, monthly: null, daily: null }
  const { secret } = yield* organisations.createKey({ organisation, name: "questions", scopes, expiresInDays: 30, ...limits })
  return Redacted.value(secret)
})

/** An operation of each source that fills its tables in the background, with an input that it answers once they are there. */
const probes = {
  "place.search": { "place.name": "Oslo" },
  "airport.lookup": { "airport.iata": "ZRH" },
  "ip.range": { "ip.address": "8.8.8.8" },
  "ip.network": { "ip.address": "8.8.8.8" },
}

const loaded = Effect.gen(function* () {
  for (const [id, input] of Object.entries(probes))
    for (const operation of (yield* Sources).flatMap(({ operations }) => operations.filter((each) => each.id === id)))
      yield* Effect.retry(
        Effect.suspend(() => variantsOf(operation)[0]!.run(input, 1)),
        {
          while: ({ code }) => code === "source_unavailable",
          schedule: Schedule.upTo(Schedule.spaced("200 millis"), { duration: "10 minutes" }),
        },
      )
})
