import { expect, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Listings, type Listing } from "../../../domain/listing/Listing.ts"
import { Marketplaces } from "../../../domain/connect/Marketplaces.ts"
import { SecretCipher } from "../../../domain/SecretCipher.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { pgNoticeReceivers } from "../../../rails/sepa/debits/noticeWebhook.ts"
import { Database, RailDatabase } from "../../../layers/postgres/Database.ts"
import { checkSecrets, renewSecrets } from "../../../layers/postgres/storedSecrets.ts"
import { aesGcm, newEncryptionKey } from "../../../layers/secrets/aesGcm.ts"
import { sandboxKey } from "../../../layers/secrets/sandboxKey.ts"
import { webhookSecretColumn } from "../../../rails/stripe/store.ts"
import { prepaidAlone } from "../../../rails/credits/rail.ts"
import { freshDatabase } from "../../support/database.ts"
import { storage, testCipher, testEncryptionKey } from "../../support/gateway.ts"

const first = Redacted.make(newEncryptionKey())
const second = Redacted.make(newEncryptionKey())
const secret = Redacted.make("whsec_é_".repeat(20))

it.effect("a secret is decrypted by every gateway that has its key, and by no other", () =>
  Effect.gen(function* () {
    const stored = aesGcm([first]).encrypt(secret, "listing.signing_secret:a")
    expect(stored).not.toContain("whsec")
    expect(aesGcm([first]).encrypt(secret, "listing.signing_secret:a")).not.toBe(stored)
    for (const cipher of [aesGcm([first]), aesGcm([second, first])]) {
      expect(Redacted.value(yield* cipher.decrypt(stored, "listing.signing_secret:a"))).toBe(Redacted.value(secret))
    }
    const failure = yield* Effect.flip(aesGcm([second]).decrypt(stored, "listing.signing_secret:a"))
    expect(failure.message).toMatch(
      /encrypted with the key [0-9a-f]{8}, which this gateway does not have\. Add that key to FARTHING_ENCRYPTION_KEYS\./,
    )
  }),
)

it.effect("a ciphertext that was changed or copied into another row is refused", () =>
  Effect.gen(function* () {
    const cipher = aesGcm([first])
    const stored = cipher.encrypt(secret, "listing.signing_secret:a")
    const changed = [...stored]
    changed[40] = changed[40] === "A" ? "B" : "A"
    const [head, body] = [stored.slice(0, 14), stored.slice(14)]
    const wrong = [changed.join(""), head, `${head}AAAA`, head + body.slice(0, 30), `${stored}AAAA`]
    for (const text of wrong) expect(yield* Effect.isFailure(cipher.decrypt(text, "listing.signing_secret:a"))).toBe(true)
    expect(yield* Effect.isFailure(cipher.decrypt(stored, "listing.signing_secret:b"))).toBe(true)
  }),
)

it.effect("the processes of a sandbox share one key file, which only its owner may read", () =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "farthing-key-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
    )
    const [one, two] = yield* Effect.all([sandboxKey(join(directory, "new")), sandboxKey(join(directory, "new"))])
    expect(Redacted.value(one)).toBe(Redacted.value(two))
    const file = join(directory, "new", "encryption.key")
    expect(readFileSync(file, "utf8")).toBe(`${Redacted.value(one)}\n`)
    expect(statSync(file).mode & 0o077).toBe(0)
  }),
)

const database = Layer.unwrap(
  Effect.map(freshDatabase, (location) => storage.pipe(Layer.provideMerge(Layer.mergeAll(Database.layer(location), prepaidAlone)))),
)

const listing = (slug: string): Listing => ({
  slug,
  name: slug,
  publisher: slug,
  origin: "https://api.example.com",
  allowPrivate: false,
  status: "active",
  signing: { keyId: `${slug}-1`, secret },
  dailyCap: null,
  maxAnswerBytes: 1024,
  endpoints: [],
})

layer(database, { excludeTestServices: true })("stored secrets", (it) => {
  it.effect("secrets of an earlier release stay readable, are encrypted once, and move to the first key when it is replaced", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const columns = [webhookSecretColumn]
      const withKeys = (...keys: Parameters<typeof aesGcm>[0]) => Effect.provideService(SecretCipher, aesGcm(keys))
      yield* Effect.flatMap(Listings, ({ put }) => put(listing("encrypted")))
      yield* sql`insert into listing (slug, name, publisher, origin, allow_private, status, signing_key_id, signing_secret, max_answer_bytes, endpoints)
        values ('plain', 'plain', 'plain', 'https://api.example.com', false, 'active', 'plain-1', 'plain text', 1, '[]')`
      yield* sql`insert into continuation_key (id, secret) values ('k1', 'also plain')`
      yield* sql`insert into rail_sepa.webhook (url, secret) values ('http://127.0.0.1/hook', 'whsec_plain')`
      const organisations = yield* Organisations
      const organisation = yield* organisations.create({ name: "Ada Ltd", rate: 60, concurrency: 64 })
      yield* organisations.change(organisation, { notices: { url: "https://shop.example.com/hooks", secret } })
      const marketplaces = yield* Marketplaces
      const market = yield* marketplaces.create({ name: "Market", feeBasisPoints: 0, wallet: null, rate: 600, webhookUrl: null })
      yield* marketplaces.setWebhook(market.id, "https://market.example.com/hook")
      yield* marketplaces.rotateWebhookSecret(market.id, 24)
      const stored = Effect.map(
        sql<{ secret: string }>`select signing_secret as secret from listing union all select secret from continuation_key
          union all select secret from rail_sepa.webhook
          union all select unnest(array[webhook_secret, webhook_secret_before]) from marketplace
          union all select notice_secret from organisation where notice_secret is not null`,
        (rows) => rows.map((row) => row.secret),
      )
      expect(yield* checkSecrets(columns).pipe(withKeys(testEncryptionKey))).toBe(3)
      expect([...(yield* Effect.flip(checkSecrets(columns).pipe(withKeys(second)))).message]).not.toEqual([])
      expect(yield* renewSecrets(columns).pipe(withKeys(testEncryptionKey))).toBe(3)
      expect(yield* renewSecrets(columns).pipe(withKeys(testEncryptionKey))).toBe(0)
      expect((yield* stored).every((text) => text.startsWith("enc1:"))).toBe(true)
      expect(yield* renewSecrets(columns).pipe(withKeys(second, testEncryptionKey))).toBe(7)
      expect(yield* checkSecrets(columns).pipe(withKeys(second))).toBe(0)
      // Back to the key of the listings above.
      expect(yield* renewSecrets(columns).pipe(withKeys(testEncryptionKey, second))).toBe(7)
      const current = Effect.flatMap(Listings, (listings) => listings.current)
      yield* Effect.repeat(current, { until: (all) => all.has("plain"), schedule: Schedule.spaced("50 millis") })
      const { receiversOf } = yield* Effect.provide(pgNoticeReceivers, Layer.merge(RailDatabase, testCipher))
      expect(Redacted.value((yield* receiversOf([organisation])).get(organisation)!.secret)).toBe(Redacted.value(secret))
      const signing = (slug: string) => Effect.map(current, (all) => Redacted.value(all.get(slug)!.signing!.secret))
      expect([yield* signing("plain"), yield* signing("encrypted")]).toEqual(["plain text", Redacted.value(secret)])
    }),
  )

  it.effect("a listed API whose secret cannot be decrypted is not sold, and the others are", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { current, put } = yield* Listings
      yield* put(listing("fine"))
      yield* put(listing("foreign"))
      const foreign = aesGcm([first]).encrypt(secret, "listing.signing_secret:foreign")
      yield* sql`update listing set signing_secret = ${foreign} where slug = 'foreign'`
      const all = yield* Effect.repeat(current, {
        until: (now) => now.has("fine") && !now.has("foreign"),
        schedule: Schedule.spaced("50 millis"),
      })
      expect(all.get("fine")!.signing).not.toBeNull()
    }),
  )
})
