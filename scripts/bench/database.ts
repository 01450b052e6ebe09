import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import type { KeyId, OrganisationId } from "../../domain/money/ids.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { start } from "../../layers/embedded/EmbeddedPostgres.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { connect, type DatabaseLocation } from "../../layers/postgres/connection.ts"
import { migrateAsOwner } from "../../layers/postgres/openDatabase.ts"
import { PgLedger } from "../../layers/postgres/PgLedger.ts"
import { PgOrganisations } from "../../layers/postgres/PgOrganisations.ts"
import { prepaidAlone } from "../../rails/credits/rail.ts"
import { railSchemas } from "../../rails/registry.ts"
import { SecretCipher } from "../../domain/SecretCipher.ts"
import { aesGcm, newEncryptionKey } from "../../layers/secrets/aesGcm.ts"

/** An embedded server of the benchmark's own, as durable as the product's: fsync is on, and commits wait for it. */
export const benchDatabase = Effect.gen(function* () {
  const directory = mkdtempSync(join(tmpdir(), "farthing-bench-"))
  chmodSync(directory, 0o755)
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true, force: true })))
  const embedded = yield* start({
    directory,
    settings: { shared_preload_libraries: "auto_explain,pg_stat_statements", "pg_stat_statements.track": "all", track_functions: "pl" },
  })
  const owner = {
    _tag: "Socket",
    directory: embedded.socketDirectory,
    port: embedded.port,
    username: embedded.superuser,
    database: "postgres",
  } as const
  const location = yield* migrateAsOwner(owner, railSchemas())
  const sql = yield* connect(owner, { maxConnections: 16 }).pipe(Effect.provide(Reactivity.layer))
  return { owner, location, sql }
})

const cipher = Layer.sync(SecretCipher, () => aesGcm([Redacted.make(newEncryptionKey())]))

export const ledgerLayer = (location: DatabaseLocation) =>
  Layer.merge(PgLedger, PgOrganisations).pipe(Layer.provideMerge(Database.layer(location)), Layer.provide([prepaidAlone, cipher]))

export interface Buyer {
  readonly organisation: OrganisationId
  readonly key: KeyId
}

/** Organisations with 9,000,000 USD of credits and one key each. */
export const makeBuyers = Effect.fnUntraced(function* (count: number) {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const limits = { perRequest: null, monthly: null, daily: null }
  return yield* Effect.forEach(
    Array.from({ length: count }),
    Effect.fnUntraced(function* () {
      const organisation = yield* organisations.create({ name: "bench", rate: 1_000_000_000, concurrency: 1_000_000 })
      const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: microUsd(9_000_000_000_000n) }
      yield* ledger.execute({ _tag: "Post", organisation, ref: "bench", transfers: [transfer] })
      const { key, secret } = yield* organisations.createKey({ organisation, name: "bench", scopes, expiresInDays: 30, ...limits })
      return { organisation, key: key.id, secret }
    }),
    { concurrency: 8 },
  )
})
