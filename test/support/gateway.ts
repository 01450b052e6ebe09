import { Effect, Layer, Redacted } from "effect"
import * as HttpServer from "effect/http/HttpServer"
import { SourceCompiler, InvalidDocument } from "../../domain/catalogue/ImportedSource.ts"
import { type Source, Sources } from "../../domain/catalogue/Source.ts"
import { type NewKey, Organisations } from "../../domain/identity/Organisations.ts"
import { scopes } from "../../domain/identity/errors.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"
import { Database } from "../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import { aesGcm } from "../../layers/secrets/aesGcm.ts"
import { SecretCipher } from "../../domain/SecretCipher.ts"
import { credits } from "../../rails/credits/rail.ts"
import { gateway } from "../../src/Gateway.ts"
import { storage as storageNoCipher } from "../../src/storage.ts"
import { Settings } from "../../src/Settings.ts"
import type { SettingsShape } from "../../src/SettingsShape.ts"

export const testEncryptionKey = Redacted.make(Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64"))

export const testSettings: SettingsShape = {
  mode: "sandbox",
  testMoney: false,
  host: "127.0.0.1",
  port: 0,
  publicUrl: undefined,
  proxies: 0,
  databaseUrl: undefined,
  dataDirectory: "",
  encryptionKeys: [testEncryptionKey],
  appSecret: Redacted.make("a secret of the app for tests only"),
  workers: 1,
  maxExecuting: 512,
  directoryConcurrency: 64,
  // Longer than a test keeps a source waiting, also on a busy machine.
  sourceTimeoutMs: 30_000,
  closingMs: 5_000,
  drainMs: 5_000,
  quoteTtlMs: 900_000,
  beatMs: 200,
  // No node is treated as dead because the machine is busy; a test that needs a dead node sets a shorter time.
  silentMs: 120_000,
  metricsToken: undefined,
  logLevel: "info",
  accessLog: false,
  otlpEndpoint: undefined,
  otlpHeaders: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  payoutMinimum: microUsd(500n),
  payoutReversiblePercent: 100,
  connectWebhookSecret: undefined,
  plannerUrl: undefined,
  plannerKind: "openai",
  plannerModel: undefined,
  plannerKey: undefined,
  plannerRequired: false,
  plannerTimeoutMs: 8_000,
  plannerConfidencePercent: 65,
}

/** Encrypts with the key of the test settings. */
export const testCipher = Layer.sync(SecretCipher, () => aesGcm([testEncryptionKey]))

/** The storage of a gateway, for tests that have no settings. */
export const storage = Layer.provide(storageNoCipher, testCipher)

export interface GatewayOptions {
  readonly sources: ReadonlyArray<Source>
  readonly rails?: Record<string, Rail>
  readonly settings?: Partial<SettingsShape>
}

/** A whole gateway in this process, on a free port, over the given database, rails and sources. */
export const testGateway = (location: DatabaseLocation, { rails = { credits }, settings, sources }: GatewayOptions) =>
  gateway.pipe(
    Layer.provideMerge(Database.layer(location)),
    Layer.provideMerge(Layer.succeed(Rails, new Map(Object.entries(rails)))),
    Layer.provide([Layer.succeed(Sources, sources), noCompiler]),
    Layer.provide(Layer.succeed(Settings, { ...testSettings, ...settings })),
  )

/** No source joins by an OpenAPI document. */
export const noCompiler = Layer.succeed(SourceCompiler, { compile: () => new InvalidDocument({ message: "no compiler here" }) })

export const baseUrl = Effect.map(HttpServer.HttpServer, ({ address }) => HttpServer.formatAddress(address))

export interface NewBuyer {
  readonly dollars?: number
  readonly rate?: number
  readonly concurrency?: number
  readonly key?: Partial<NewKey>
}

/** An organisation with credits and one key with all scopes. */
export const newBuyer = Effect.fnUntraced(function* ({ concurrency = 1000, dollars = 25, key, rate = 1_000_000 }: NewBuyer = {}) {
  const organisations = yield* Organisations
  const organisation = yield* organisations.create({ name: "test", rate, concurrency })
  if (dollars > 0) yield* grant(organisation, dollars)
  const limits = { perRequest: null, monthly: null, daily: null }
  const created = yield* organisations.createKey({ organisation, name: "test", scopes, expiresInDays: 30, ...limits, ...key })
  return { organisation, key: created.key, secret: Redacted.value(created.secret) }
})

export const grant = Effect.fnUntraced(function* (organisation: OrganisationId, dollars: number, ref = `test:${organisation}`) {
  const ledger = yield* Ledger
  const amount = microUsd(BigInt(Math.round(dollars * 1e6)))
  yield* ledger.execute({
    _tag: "Post",
    organisation,
    ref,
    transfers: [{ debit: outside("grant"), credit: buyerAccount("credits"), amount }],
  })
})
