import { ConfigProvider, Context, Effect, Layer } from "effect"
import { fileURLToPath } from "node:url"
import { Deployment } from "../../../domain/rail/Deployment.ts"
import { Mailer } from "../../../domain/Mailer.ts"
import { webhookSender } from "../../../layers/webhooks/webhookSender.ts"
import { Components } from "../../../domain/sandbox/Component.ts"
import { Database, RailDatabase } from "../../../layers/postgres/Database.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { advanceClock } from "../../../layers/sandbox/sandboxDatabase.ts"
import { locationText } from "../../../layers/postgres/connection.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { creditsModule } from "../../../rails/credits/module.ts"
import { equipAll } from "../../../rails/registry.ts"
import { sepaModule } from "../../../rails/sepa/module.ts"
import { stripeModule } from "../../../rails/stripe/module.ts"
import { gateway } from "../../../src/Gateway.ts"
import { Settings } from "../../../src/Settings.ts"
import { raiseAlert } from "../../../src/storage.ts"
import { freshDatabase } from "../../support/database.ts"
import { noCompiler, testCipher, testSettings } from "../../support/gateway.ts"
import { spawnNode } from "../../support/cluster/gatewayProcess.ts"
import { sampleSource } from "../../support/sources.ts"

const emulator = [
  fileURLToPath(new URL("../../../src/sandbox/supervisor/componentEntry.ts", import.meta.url)),
  fileURLToPath(new URL("../../../rails/stripe/sandbox/server/serveStripe.ts", import.meta.url)),
]

/** Where the sandbox's Stripe is: a process of its own. */
export class StripeProcess extends Context.Service<StripeProcess, { readonly baseUrl: string }>()("farthing/test/e2e/sepa/StripeProcess") {}

/** The database that the commands of an operator share with the gateway. */
export class CommandDatabase extends Context.Service<CommandDatabase, Effect.Success<typeof freshDatabase>>()(
  "farthing/test/e2e/sepa/CommandDatabase",
) {}

const price = microUsd(2_000_000n)

/** A source that is dear enough for one call to be debited by itself. */
const dear = sampleSource("dear", {
  name: "Dear",
  operations: [
    defineOperation({
      id: "dear.read",
      name: "Read",
      description: "Answers.",
      fields: {},
      output: ["dear.answer"],
      pricing: { model: "per_call", price },
      freshnessSeconds: 0,
      examples: [],
      run: () => Effect.succeed({ data: { dear: { answer: 42 } }, documents: 1 }),
    }),
  ],
})

const components = Layer.effect(
  Components,
  Effect.map(StripeProcess, ({ baseUrl }) => Components.of({ url: () => Effect.succeed(baseUrl) })),
)

/** Credits and direct debits, as the registry would set them up in a sandbox without any settings. */
const rails = Layer.effectContext(
  Effect.provideService(
    equipAll([creditsModule, sepaModule], [stripeModule]),
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromUnknown({}),
  ),
).pipe(
  Layer.provide([
    PgLedger,
    PgLedgerQueries,
    RailDatabase,
    components,
    testCipher,
    raiseAlert,
    Layer.succeed(Mailer, { send: undefined }),
    webhookSender({ allowLoopback: true }),
    Layer.succeed(Deployment, { mode: "sandbox", testMoney: true }),
  ]),
)

/** A whole gateway in this process, and the sandbox's Stripe in another, over one database. */
export const sepaGateway = Layer.unwrap(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const { baseUrl } = yield* spawnNode(emulator, /^ready (http:\S+)$/, { SANDBOX_DATABASE: locationText(location) })
    return gateway.pipe(
      Layer.provideMerge(rails),
      Layer.provideMerge(Database.layer(location)),
      Layer.provideMerge(Layer.succeed(StripeProcess, { baseUrl })),
      Layer.provideMerge(Layer.succeed(CommandDatabase, location)),
      Layer.provide([Layer.succeed(Sources, [dear]), noCompiler]),
      Layer.provide(Layer.succeed(Settings, testSettings)),
    )
  }),
)

/** Moves the sandbox's clock to the tenth of a month: 30 days from then one month has ended, whatever the day of the test. */
export const beginOnTheTenth = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{ readonly days: number }>`select extract(epoch from date_trunc('month', now + interval '1 month')
    + interval '9 days 12 hours' - now)::float8 / 86400 as days from (select farthing_now() at time zone 'UTC' as now) as clock`
  yield* advance(row!.days)
})

/** A debit has ended 18 days after its notice: 4 until its day, and 6 business days, which last up to 13 days with holidays. */
export const daysOfADebit = 18

/** Moves the sandbox's clock, and Stripe with it. */
export const advance = Effect.fnUntraced(function* (days: number) {
  const { baseUrl } = yield* StripeProcess
  yield* advanceClock(days * 86_400_000)
  yield* control(baseUrl, "/clock", {})
})

/** What somebody does at Stripe or at a bank. */
export const control = (stripe: string, path: string, body: object) =>
  Effect.promise(async () => {
    const answer = await fetch(`${stripe}/_sandbox${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  })

/** A person fills in the page that this address shows, and is sent on to where the answer says. */
export const fillIn = (page: string, values: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const answer = await fetch(page, { method: "POST", redirect: "manual", body: new URLSearchParams(values) })
    return { status: answer.status, location: answer.headers.get("location") }
  })
