import { Cache, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { Hex } from "../evm/hex.ts"
import { Signer } from "./Signer.ts"

export interface Wallet {
  readonly organisation: OrganisationId
  /** Lower case. */
  readonly address: Hex
  /** `managed`: the wallet signs for calls without a payment. `caller`: every call must carry a payment. */
  readonly signer: "managed" | "caller"
}

/** The keys or the database do not answer. */
export class WalletsUnavailable extends Schema.TaggedError<WalletsUnavailable>()("WalletsUnavailable", { message: Schema.String }) {}

/** The managed wallets of the organisations. */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** The organisation's wallet, stored at the first call. Cached for a minute. */
    readonly get: (organisation: OrganisationId) => Effect.Effect<Wallet, WalletsUnavailable>
    readonly setSigner: (organisation: OrganisationId, signer: Wallet["signer"]) => Effect.Effect<void, WalletsUnavailable>
    /** Stored wallets in the order of their addresses, from the first address behind `after`. */
    readonly page: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Wallet>, WalletsUnavailable>
  }
>()("farthing/rails/x402/Wallets") {
  static readonly layer = Layer.suspend(() => Layer.effect(Wallets, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { addressOf } = yield* Signer

  const load = Effect.fnUntraced(function* (organisation: OrganisationId) {
    const address = yield* addressOf(organisation)
    const [stored] = yield* sql<Wallet>`select org as organisation, address, signer from rail_x402.wallet where org = ${organisation}`
    if (stored !== undefined && stored.address === address) return stored
    // A different address means that the master phrase was changed. From now on deposits to the new address count.
    const [wallet] = yield* sql<Wallet>`insert into rail_x402.wallet (org, address) values (${organisation}, ${address})
      on conflict (org) do update set address = excluded.address returning org as organisation, address, signer`
    return wallet!
  }, Effect.mapError(unavailable))

  const cache = yield* Cache.makeWith(load, {
    capacity: 10_000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.minutes(1) : Duration.zero),
  })

  return Wallets.of({
    get: (organisation) => Cache.get(cache, organisation),
    setSigner: Effect.fnUntraced(function* (organisation, signer) {
      yield* Cache.get(cache, organisation)
      yield* Effect.mapError(sql`update rail_x402.wallet set signer = ${signer} where org = ${organisation}`, unavailable)
      yield* Cache.invalidate(cache, organisation)
    }),
    page: (after, limit) =>
      sql<Wallet>`select org as organisation, address, signer from rail_x402.wallet where address > ${after} order by address limit ${limit}`.pipe(
        Effect.mapError(unavailable),
      ),
  })
})

const unavailable = ({ message }: { readonly message: string }) => new WalletsUnavailable({ message: `wallets cannot be read: ${message}` })
