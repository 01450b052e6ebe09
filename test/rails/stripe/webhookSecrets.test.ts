import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { RailDatabase } from "../../../layers/postgres/Database.ts"
import { webhookSecrets } from "../../../rails/stripe/store.ts"
import { testCipher } from "../../support/gateway.ts"
import { postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

layer(Layer.provide(Layer.merge(RailDatabase, testCipher), postgresLedgerFixture), { excludeTestServices: true })(
  "the secrets of a sandbox's webhooks",
  (it) => {
    it.effect("the webhook secrets are those of the latest starts, however many addresses there were", () =>
      Effect.gen(function* () {
        const { all, isRegistered, keep } = yield* webhookSecrets
        const has = (secret: string) => Effect.map(all, (secrets) => secrets.map(Redacted.value).includes(secret))
        expect(yield* isRegistered("http://127.0.0.1:9000/hook")).toBe(false)
        yield* keep("http://127.0.0.1:9000/hook", Redacted.make("first"))
        for (let port = 8_000; port < 8_025; port++) yield* keep(`http://127.0.0.1:${port}/hook`, Redacted.make(`of ${port}`))
        expect([yield* has("of 8024"), yield* has("first")]).toEqual([true, false])
        // Started there once more.
        expect(yield* isRegistered("http://127.0.0.1:9000/hook")).toBe(true)
        expect(yield* has("first")).toBe(true)
        const sql = yield* SqlClient
        const stored = yield* sql<{ readonly secret: string }>`select secret from rail_sepa.webhook`
        expect(stored.filter(({ secret }) => !secret.startsWith("enc1:"))).toEqual([])
      }),
    )
  },
)
