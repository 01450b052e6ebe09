import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { forRequest } from "../../RailUnavailable.ts"
import type { Hex } from "../evm/hex.ts"
import { Phrases, WalletsUnavailable } from "./Phrases.ts"
import { Signer } from "./Signer.ts"

export interface Wallet {
  readonly organisation: OrganisationId
  /** Lower case. */
  readonly address: Hex
  /** Of the phrase that the address comes from. */
  readonly generation: number
  /** `managed`: the wallet signs for calls without a payment. `caller`: every call must carry a payment. */
  readonly signer: "managed" | "caller"
  /** Addresses of earlier phrases. Deposits to them count too. */
  readonly former: ReadonlyArray<Hex>
}

/** The managed wallets of the organisations. */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** The organisation's wallet, stored at the first call. Cached for a minute, or until the phrase is rotated. */
    readonly get: (organisation: OrganisationId) => Effect.Effect<Wallet, WalletsUnavailable>
    readonly setSigner: (organisation: OrganisationId, signer: Wallet["signer"]) => Effect.Effect<void, WalletsUnavailable>
    /** Stored wallets in the order of their organisations, which never changes, from the first one behind `after`. */
    readonly page: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Wallet>, WalletsUnavailable>
    /** Gives up to `limit` wallets of earlier phrases their address of the current one. Returns their number. */
    readonly renew: (limit: number) => Effect.Effect<number, WalletsUnavailable>
  }
>()("farthing/rails/x402/Wallets") {
  static readonly layer = Layer.suspend(() => Layer.effect(Wallets, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { addressOf } = yield* Signer
  const phrases = yield* Phrases
  const select = sql.literal(`select w.org as organisation, w.address, w.generation, w.signer,
    coalesce((select json_agg(f.address order by f.generation) from rail_x402.former_wallet f where f.org = w.org), '[]'::json) as former
    from rail_x402.wallet w`)

  const load = Effect.fnUntraced(function* (key: string) {
    const [generationText, organisation] = key.split(" ") as [string, OrganisationId]
    const { fingerprint, generation } = yield* phrases.ofGeneration(Number(generationText))
    const address = yield* addressOf(organisation, fingerprint)
    const read = sql<Wallet>`${select} where w.org = ${organisation}`
    const [stored] = yield* read
    // Another node may have read a rotation earlier than this one.
    if (stored !== undefined && (stored.generation > generation || stored.address === address)) return stored
    // The former address stays searched for deposits. Within one generation it changes only in books of releases that stored no fingerprint.
    yield* sql`with former as (insert into rail_x402.former_wallet (address, org, generation)
        select address, org, generation from rail_x402.wallet where org = ${organisation} and generation < ${generation}::int on conflict do nothing)
      insert into rail_x402.wallet as w (org, address, generation) values (${organisation}, ${address}, ${generation})
      on conflict (org) do update set address = excluded.address, generation = excluded.generation where w.generation <= excluded.generation`
    return (yield* read)[0]!
  })

  // Offers wait for it, so a database that hangs must not hold it for long.
  const cache = yield* Cache.makeWith((key: string) => Effect.mapError(forRequest(load(key)), unavailable), {
    capacity: 10_000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.minutes(1) : Duration.zero),
  })
  const keyOf = (organisation: OrganisationId) => Effect.map(phrases.all, ([{ generation }]) => `${generation} ${organisation}`)

  return Wallets.of({
    get: (organisation) => Effect.flatMap(keyOf(organisation), (key) => Cache.get(cache, key)),
    setSigner: Effect.fnUntraced(function* (organisation, signer) {
      const key = yield* keyOf(organisation)
      yield* Cache.get(cache, key)
      yield* Effect.mapError(sql`update rail_x402.wallet set signer = ${signer} where org = ${organisation}`, unavailable)
      yield* Cache.invalidate(cache, key)
    }),
    page: (after, limit) =>
      sql<Wallet>`${select} where w.org > ${after === "" ? nil : after}::uuid order by w.org limit ${limit}`.pipe(
        Effect.mapError(unavailable),
      ),
    renew: Effect.fnUntraced(function* (limit) {
      const [{ generation }] = yield* phrases.all
      const due = yield* Effect.mapError(
        sql<{ readonly org: OrganisationId }>`select org from rail_x402.wallet where generation < ${generation}::int limit ${limit}`,
        unavailable,
      )
      yield* Effect.forEach(due, ({ org }) => Cache.get(cache, `${generation} ${org}`), { discard: true })
      return due.length
    }),
  })
})

const nil = "00000000-0000-0000-0000-000000000000"

const unavailable = ({ message }: { readonly message: string }) => new WalletsUnavailable({ message: `wallets cannot be read: ${message}` })
