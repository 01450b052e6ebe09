import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { createHash, randomBytes } from "node:crypto"
import type { MarketplaceId } from "../../../domain/connect/ids.ts"
import type { Merchant } from "../../../domain/connect/Merchant.ts"
import { Merchants, nonceMs, type Onboarding, onboardingMs } from "../../../domain/connect/Merchants.ts"
import {
  InvalidLink,
  InvalidSignature,
  LinkExpired,
  SellerExists,
  UnknownSeller,
  WalletRequired,
} from "../../../domain/connect/refusals.ts"
import { isUuid } from "../../../domain/money/ids.ts"
import { isoTime } from "../../../domain/time.ts"
import { Database, orUnavailable, refusalOrUnavailable } from "../Database.ts"
import { recordMerchantActivated } from "./recordEvent.ts"

/** A merchant, in a statement that calls its row `s`. */
export const merchantJson = `json_build_object('id', s.id, 'marketplace', s.marketplace, 'externalSellerId', s.external_seller_id, 'origin', s.origin,
  'status', case when s.suspended_at is not null then 'suspended' when s.activated_at is not null then 'active' else 'draft' end,
  'profile', case when s.display_name is null then null else json_build_object('displayName', s.display_name, 'email', s.email,
    'website', s.website, 'country', s.country) end,
  'wallet', s.wallet, 'walletVerifiedAt', ms(s.wallet_verified_at), 'createdAt', ms(s.created_at), 'activatedAt', ms(s.activated_at))`

interface Row {
  readonly merchant: Merchant
}

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const columns = sql.literal(`${merchantJson} as merchant`)
  const { activate, onboarding, start } = sessions(sql)
  const one = (name: string, rows: Effect.Effect<ReadonlyArray<Row>, SqlError>) =>
    Effect.flatMap(orUnavailable(rows), ([row]) => (row === undefined ? unknownSeller(name) : Effect.succeed(row.merchant)))
  const changed = (token: string, set: Fragment) =>
    Effect.gen(function* () {
      const before = yield* onboarding(token)
      const { id, marketplace } = before.merchant
      const merchant = yield* one(
        id,
        sql`update merchant s set ${set} where s.marketplace = ${marketplace} and s.id = ${id} returning ${columns}`,
      ).pipe(Effect.catchTag("unknown_seller", Effect.die))
      return { ...before, merchant }
    })

  return Merchants.of({
    startLink: (marketplace, externalSellerId) =>
      inTransaction(
        sql,
        Effect.gen(function* () {
          // What a page named so is not what the marketplace's server names so: its merchant keeps its id and loses the name.
          yield* sql`update merchant set external_seller_id = 'embed_' || id
            where marketplace = ${marketplace} and external_seller_id = ${externalSellerId} and origin = 'embed'`
          return yield* start(marketplace, externalSellerId, "link")
        }),
      ),

    startEmbed: (marketplace, externalSellerId) =>
      inTransaction(
        sql,
        Effect.gen(function* () {
          const name = externalSellerId ?? `embed_${uuidV7Unsafe()}`
          const [existing] = yield* sql<Row>`select ${columns} from merchant s
            where s.marketplace = ${marketplace} and s.external_seller_id = ${name}`
          if (existing !== undefined && (existing.merchant.origin === "link" || existing.merchant.wallet !== null)) {
            return yield* sellerExists()
          }
          return yield* start(marketplace, name, "embed")
        }),
      ),

    open: onboarding,
    setProfile: (token, { country, displayName, email, website }) =>
      changed(token, sql`display_name = ${displayName}, email = ${email}, website = ${website}, country = ${country}`),

    newNonce: (token) =>
      Effect.gen(function* () {
        yield* onboarding(token)
        yield* orUnavailable(sql`delete from siwe_nonce where onboarding = ${hashOf(token)} and expires_at < farthing_now()`)
        const nonce = randomBytes(16).toString("hex")
        const [row] = yield* orUnavailable(
          sql<{ readonly now: number }>`insert into siwe_nonce (nonce, onboarding, expires_at)
            values (${nonce}, ${hashOf(token)}, farthing_now() + make_interval(secs => ${nonceMs / 1000}))
            returning ms(farthing_now())::float8 as now`,
        )
        return { nonce, issuedAt: row!.now, expiresAt: row!.now + nonceMs }
      }),

    setWallet: (token, { nonce, wallet }) =>
      inTransaction(
        sql,
        Effect.gen(function* () {
          yield* onboarding(token)
          const taken = yield* sql`delete from siwe_nonce where nonce = ${nonce} and onboarding = ${hashOf(token)}
            and expires_at > farthing_now() returning nonce`
          if (taken.length === 0) return yield* usedNonce()
          return yield* changed(token, sql`wallet = ${wallet}, wallet_verified_at = farthing_now()`)
        }),
      ),

    activate: (token) => activate(token),

    find: (marketplace, name) =>
      one(
        name,
        sql`select ${columns} from merchant s where s.marketplace = ${marketplace}
          and (s.external_seller_id = ${name} or s.id = ${isUuid(name) ? name : null}::text::uuid)
          order by (s.id::text = ${name.toLowerCase()}) desc limit 1`,
      ),

    list: (marketplace, { before, status }, limit) =>
      sql<Row>`select ${columns} from merchant s where (${marketplace}::text is null or s.marketplace::text = ${marketplace}::text)
          and (${before ?? null}::text is null or s.id < ${before !== undefined && isUuid(before) ? before : null}::text::uuid)
          and (${status ?? null}::text is null or ${status ?? null}::text =
            case when s.suspended_at is not null then 'suspended' when s.activated_at is not null then 'active' else 'draft' end)
        order by s.id desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ merchant }) => merchant)),
        orUnavailable,
      ),

    findAny: (id) => one(id, sql`select ${columns} from merchant s where s.id::text = ${id}`),
    suspend: (id, suspended) =>
      one(
        id,
        sql`update merchant s set suspended_at = case when ${suspended}::boolean then coalesce(s.suspended_at, farthing_now()) end
          where s.id::text = ${id} returning ${columns}`,
      ),
  })
})

export const PgMerchants: Layer.Layer<Merchants, never, Database> = Layer.effect(Merchants, make)

/** Onboarding by token, which is the credential of one merchant. */
const sessions = (sql: PgClient.PgClient) => {
  const columns = sql.literal(`${merchantJson} as merchant`)

  /** The merchant of this name, new or not, and a new token for it. */
  const start = Effect.fnUntraced(function* (marketplace: MarketplaceId, externalSellerId: string, origin: Merchant["origin"]) {
    const [row] = yield* sql<Row>`insert into merchant as s (marketplace, id, external_seller_id, origin)
      values (${marketplace}, ${uuidV7Unsafe()}, ${externalSellerId}, ${origin})
      on conflict (marketplace, external_seller_id) do update set external_seller_id = excluded.external_seller_id returning ${columns}`
    const { merchant } = row!
    const token = randomBytes(32).toString("base64url")
    // For a month a link says that it has expired; then it is not valid. Their nonces go with them.
    yield* sql`delete from onboarding where expires_at < farthing_now() - interval '30 days'`
    const [session] = yield* sql<{ readonly expires: number }>`insert into onboarding (hash, marketplace, merchant, expires_at)
      values (${hashOf(token)}, ${marketplace}, ${merchant.id}, farthing_now() + make_interval(secs => ${onboardingMs / 1000}))
      returning ms(expires_at)::float8 as expires`
    return { merchant, token: Redacted.make(token), expiresAt: session!.expires }
  })

  const read = (token: string, lock: boolean) =>
    Effect.gen(function* () {
      const [row] = yield* orUnavailable(
        sql<Row & { readonly name: string; readonly expires: number; readonly now: number }>`
          select ${columns}, m.name, ms(o.expires_at)::float8 as expires, ms(farthing_now())::float8 as now
          from onboarding o join merchant s on s.marketplace = o.marketplace and s.id = o.merchant join marketplace m on m.id = o.marketplace
          where o.hash = ${hashOf(token)} ${sql.literal(lock ? "for update of s" : "")}`,
      )
      if (row === undefined) return yield* invalidLink()
      if (row.now >= row.expires) return yield* linkExpired(row.expires)
      return { merchant: row.merchant, marketplaceName: row.name, expiresAt: row.expires, now: row.now } satisfies Onboarding
    })

  const activate = (token: string) =>
    inTransaction(
      sql,
      Effect.gen(function* () {
        const before = yield* read(token, true)
        const { id, marketplace } = before.merchant
        if (before.merchant.wallet === null) return yield* walletRequired()
        if (before.merchant.activatedAt !== null) return before
        const [row] = yield* sql<Row>`update merchant s set activated_at = farthing_now()
          where s.marketplace = ${marketplace} and s.id = ${id} returning ${columns}`
        yield* recordMerchantActivated(sql, row!.merchant, row!.merchant.activatedAt!)
        return { ...before, merchant: row!.merchant }
      }),
    )

  return { start, activate, onboarding: (token: string) => read(token, false) }
}

const inTransaction = <A, E>(sql: PgClient.PgClient, work: Effect.Effect<A, E | SqlError>) =>
  refusalOrUnavailable(sql.withTransaction(work))

const hashOf = (token: string) => createHash("sha256").update(token).digest()

const unknownSeller = (name: string) =>
  new UnknownSeller({
    message: `The marketplace has no seller ${JSON.stringify(name.slice(0, 80))}. An onboarding link makes one: POST /v1/merchants/onboarding-link.`,
  })
const invalidLink = () => new InvalidLink({ message: "This onboarding link is not valid. Ask the marketplace for a new one." })
const linkExpired = (at: number) =>
  new LinkExpired({
    message: `This onboarding link expired at ${isoTime(at)}. What was entered is kept: ask the marketplace for a new link and continue.`,
  })
const walletRequired = () =>
  new WalletRequired({
    message: "The seller has not proven a wallet, so it was not activated. Prove one with POST /v1/siwe/nonce and POST /v1/siwe/verify.",
  })
const usedNonce = () =>
  new InvalidSignature({
    message:
      "The nonce of this message was not given out for this onboarding, has proven a wallet already, or is older than 10 minutes. Get a new one with POST /v1/siwe/nonce and sign again.",
  })
const sellerExists = () =>
  new SellerExists({
    message:
      "A seller of this name exists, and a publishable key cannot change it. Nothing was created. The marketplace's server continues its onboarding with POST /v1/merchants/onboarding-link.",
  })
