import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { defineOperation } from "../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../domain/catalogue/Source.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database } from "../../layers/postgres/Database.ts"
import type { Dataset } from "../../layers/sources/dataset/Dataset.ts"
import { openDataset, type ReadDataset } from "../../layers/sources/dataset/openDataset.ts"
import { send } from "../support/cluster/client.ts"
import { freshDatabase } from "../support/database.ts"
import { baseUrl, newBuyer, testGateway } from "../support/gateway.ts"
import { expectCleanAudit } from "../support/ledger/assertions.ts"
import { sampleSource } from "../support/sources.ts"

/** Its reader never has the first row, so the process that loads it waits until the gateway stops. */
const endless: Dataset = {
  name: "endless",
  version: "1",
  tables: [],
  columns: {},
  reader: new URL("data:text/javascript,export const chunks = () => new Promise(() => setInterval(() => {}, 1000))"),
}

const tides = (read: ReadDataset): Source =>
  sampleSource("tides", {
    operations: [
      defineOperation({
        id: "tides.today",
        name: "Today",
        description: "Reads the data set.",
        fields: {},
        output: ["tides.height"],
        pricing: { model: "per_call", price: microUsd(1_000n) },
        freshnessSeconds: 0,
        examples: [],
        run: () =>
          Effect.as(
            read((sql) => sql`select 1`),
            { data: { tides: { height: 1 } }, documents: 1 },
          ),
      }),
    ],
  })

const gateway = Layer.unwrap(
  Effect.map(freshDatabase, (location) =>
    Layer.unwrap(Effect.map(openDataset(endless), (read) => testGateway(location, { sources: [tides(read)] }))).pipe(
      Layer.provide(Database.layer(location)),
    ),
  ),
)

layer(gateway, { excludeTestServices: true })("reference data that is still being loaded", (it) => {
  it.effect("a call of it fails with the seconds to wait in Retry-After and in the message, and charges nothing", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 1 })
      const url = yield* baseUrl
      const reply = yield* send({ baseUrl: url, secret, path: "/v1/execute/tides/tides.today", method: "POST", body: {} })
      expect([reply.status, reply.body.error?.code, reply.header("x-money-moved")], reply.text).toEqual([502, "source_unavailable", "none"])
      const seconds = reply.header("retry-after")
      expect(seconds).toMatch(/^[1-9]\d?$/)
      expect(reply.body.error?.message).toContain(`still being loaded. Retry in ${seconds} s.`)
      const { body } = yield* send({ baseUrl: url, secret, path: "/v2/balance" })
      expect(body.balance?.available?.amount).toBe(1)
      yield* expectCleanAudit
    }),
  )
})
