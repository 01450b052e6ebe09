import { Cache, Context, Duration, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { Hex } from "../evm/hex.ts"
import { Signer } from "./Signer.ts"

export interface Wallet {
  readonly organisation: OrganisationId
  /** Lower case. */
  readonly address: Hex
  /** Who signs for the organisation where a call carries no payment: its managed wallet, or nobody. */
  readonly signer: "managed" | "caller"
}

/** The wallets cannot be read now: their keys, or the database, do not answer. */
export class WalletsUnavailable extends Schema.TaggedError<WalletsUnavailable>()("WalletsUnavailable", { message: Schema.String }) {}

/** The managed wallets that were given out. */
export class Wallets extends Context.Service<
  Wallets,
  {
    /** The organisation's wallet; it is given out when it is first asked for. As much as a minute old. */
    readonly of: (organisation: OrganisationId) => Effect.Effect<Wallet, WalletsUnavailable>
    readonly choose: (organisation: OrganisationId, signer: Wallet["signer"]) => Effect.Effect<void, WalletsUnavailable>
    /** All of them, behind an address of an earlier page. */
    readonly page: (after: string, limit: number) => Effect.Effect<ReadonlyArray<Wallet>, WalletsUnavailable>
  }
>()("farthing/rails/x402/Wallets") {
  static readonly layer = Layer.suspend(() => Layer.effect(Wallets, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { addressOf } = yield* Signer

  const given = Effect.fnUntraced(function* (organisation: OrganisationId) {
    const address = yield* addressOf(organisation)
    const found = yield* sql<Wallet>`select org as organisation, address, signer from rail_x402.wallet where org = ${organisation}`
    if (found[0] !== undefined && found[0].address === address) return found[0]
    // Another address: the master secret was changed. From now on deposits to the new one count.
    const [row] = yield* sql<Wallet>`insert into rail_x402.wallet (org, address) values (${organisation}, ${address})
      on conflict (org) do update set address = excluded.address returning org as organisation, address, signer`
    return row!
  }, Effect.mapError(unavailable))

  const cache = yield* Cache.makeWith(given, {
    capacity: 10_000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.minutes(1) : Duration.zero),
  })

  return Wallets.of({
    of: (organisation) => Cache.get(cache, organisation),
    choose: Effect.fnUntraced(function* (organisation, signer) {
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
