import { Effect, Layer } from "effect"
import type { Pricing } from "../../domain/catalogue/Source.ts"
import { type ListedEndpoint, endpointId, type Listing, Listings } from "../../domain/listing/Listing.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { SecretCipher, secretPlace } from "../../domain/SecretCipher.ts"
import { listingEntry } from "../../domain/listing/listingEntry.ts"
import { followCatalogue } from "./catalogueSnapshot.ts"
import { indexEntries } from "./PgCatalogue.ts"
import { priceKeyText, type PriceRow, readPrices, supersedePrice } from "./PgPriceList.ts"
import { Database, orUnavailable } from "./Database.ts"
import { listingSecret } from "./storedSecrets.ts"

interface Row extends Pick<Listing, "slug" | "name" | "publisher" | "origin" | "allowPrivate" | "status" | "maxAnswerBytes"> {
  readonly keyId: string | null
  readonly secret: string | null
  readonly dailyCap: bigint | null
  readonly endpoints: ReadonlyArray<Omit<ListedEndpoint, "pricing">>
}

const make = Effect.gen(function* () {
  const database = yield* Database
  const cipher = yield* SecretCipher
  const { money: sql, reads } = database

  const load = Effect.fnUntraced(function* () {
    const rows = yield* reads<Row>`
      select slug, name, publisher, origin, allow_private as "allowPrivate", status, signing_key_id as "keyId", signing_secret as secret,
        daily_cap as "dailyCap", max_answer_bytes as "maxAnswerBytes", endpoints from listing`
    const prices = yield* readPrices
    const read = yield* Effect.forEach(rows, (row) => Effect.map(signingOf(row), (signing) => listingOf(row, signing, prices)))
    const listings = read.filter((listing) => listing !== undefined)
    yield* indexEntries(listings.map(listingEntry)).pipe(
      Effect.provideService(Database, database),
      Effect.catch((error) => Effect.logWarning("the listed APIs could not be indexed for the search", error)),
    )
    return new Map(listings.map((listing) => [listing.slug, listing]))
  })

  /** A listing whose secret cannot be decrypted is not sold: its publisher would refuse requests without a signature. */
  const signingOf = ({ keyId, secret, slug }: Row) =>
    keyId === null || secret === null
      ? Effect.succeed(null)
      : cipher.decrypt(secret, secretPlace(listingSecret, slug)).pipe(
          Effect.map((secret) => ({ keyId, secret })),
          Effect.catch(({ message }) => Effect.as(Effect.logError(`The API ${slug} is not sold. ${message}`), undefined)),
        )

  const { current, latest } = yield* followCatalogue("the list of APIs", load)

  return Listings.of({
    current,
    latest,
    put: (listing) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            const { allowPrivate, dailyCap, maxAnswerBytes, name, origin, publisher, signing, slug, status } = listing
            const endpoints = JSON.stringify(listing.endpoints.map(({ pricing: _pricing, ...endpoint }) => endpoint))
            yield* sql`insert into listing (slug, name, publisher, origin, allow_private, status, signing_key_id, signing_secret, daily_cap,
                max_answer_bytes, endpoints)
              values (${slug}, ${name}, ${publisher}, ${origin}, ${allowPrivate}, ${status}, ${signing?.keyId ?? null},
                ${signing === null ? null : cipher.encrypt(signing.secret, secretPlace(listingSecret, slug))}, ${dailyCap}, ${maxAnswerBytes}, ${endpoints}::text::json)
              on conflict (slug) do update set name = excluded.name, publisher = excluded.publisher, origin = excluded.origin,
                allow_private = excluded.allow_private, status = excluded.status, signing_key_id = excluded.signing_key_id,
                signing_secret = excluded.signing_secret, daily_cap = excluded.daily_cap, max_answer_bytes = excluded.max_answer_bytes,
                endpoints = excluded.endpoints`
            for (const endpoint of listing.endpoints) {
              yield* supersedePrice({ source: slug, operation: endpointId(endpoint), variant: 0 }, endpoint.pricing)
            }
          }),
        )
        .pipe(orUnavailable, Effect.asVoid, Effect.provideService(Database, database)),
    status: (slug) =>
      sql<Pick<Listing, "status">>`select status from listing where slug = ${slug}`.pipe(
        Effect.map(([row]) => row?.status),
        orUnavailable,
      ),
    setStatus: (slug, status) =>
      sql`update listing set status = ${status} where slug = ${slug} returning slug`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      ),
  })
})

export const PgListings = Layer.effect(Listings, make)

const listingOf = (
  { dailyCap, keyId: _keyId, secret: _secret, ...row }: Row,
  signing: Listing["signing"] | undefined,
  prices: ReadonlyMap<string, PriceRow>,
): Listing | undefined =>
  signing === undefined
    ? undefined
    : {
        ...row,
        signing,
        dailyCap: dailyCap === null ? null : microUsd(dailyCap),
        endpoints: row.endpoints.flatMap((endpoint) => {
          const price = prices.get(priceKeyText({ source: row.slug, operation: endpointId(endpoint), variant: 0 }))
          // An endpoint without a price is not sold.
          return price === undefined ? [] : [{ ...endpoint, pricing: pricingOf(price) }]
        }),
      }

const pricingOf = ({ amount, id, model }: PriceRow): Pricing => ({ model, price: microUsd(amount), id })
