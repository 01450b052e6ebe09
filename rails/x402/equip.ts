import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { privateKeyToAccount } from "viem/accounts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { RailParts } from "../../domain/rail/RailModule.ts"
import type { ChainUnavailable } from "./chain/Chain.ts"
import { viemChain } from "./chain/viemChain.ts"
import type { X402Settings } from "./config/X402Settings.ts"
import { Facilitator } from "./facilitator/Facilitator.ts"
import { pgSettleRequests } from "./facilitator/pgSettleRequests.ts"
import { FacilitatorDoor } from "./FacilitatorDoor.ts"
import { Offers } from "./caller/Offers.ts"
import { makeSettlements } from "./settlement/makeSettlements.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { settleBooks } from "./settleBooks.ts"
import { Verifier } from "./verify/Verifier.ts"
import { DemoWallets } from "./wallet/DemoWallets.ts"
import { derivedSigner } from "./wallet/derivedSigner.ts"
import { openDemo } from "./wallet/openDemo.ts"
import { watchDeposits } from "./wallet/watchDeposits.ts"
import { Wallets } from "./wallet/Wallets.ts"
import { type Pace, work } from "./work.ts"
import { makeX402 } from "./x402.ts"

export interface Surroundings {
  /** JSON-RPC, the preferred node first. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** Of the sandbox's own chain, where that is what it settles on. */
  readonly ownChain?: Effect.Effect<string, ChainUnavailable>
  /** What a test has quicker. */
  readonly haste?: { readonly pollMs: number; readonly healthKeptMs: number; readonly pace: Pace }
}

/** The rail with all its parts over one chain, the books, and a database for what is its own. Asks nobody anything yet. */
export const equip = Effect.fnUntraced(function* (settings: X402Settings, { haste, ownChain, urls }: Surroundings) {
  const { asset, facilitatorOpen, factories, gasKeys, gasPerDay, gasPerTransaction, master, network, terms } = settings
  // These alone: whoever runs the work brings the scope that it lives in.
  const outer = Context.pick(Ledger, LedgerQueries, SqlClient)(yield* Effect.context<Ledger | LedgerQueries | SqlClient>())
  const policy = { chainId: network.chainId, token: asset.address, payee: terms.payTo, mostPerTransfer: terms.mostPerTransfer }
  const parts = yield* Layer.build(
    Layer.mergeAll(Verifier.layer({ factories }), Wallets.layer, Offers.layer).pipe(
      Layer.provideMerge(Layer.merge(viemChain({ network, asset, urls }), derivedSigner(master, policy))),
    ),
  )
  const context = Context.merge(outer, parts)
  const { settlements, work: queue } = yield* makeSettlements({
    gasKeys,
    confirmations: terms.confirmations,
    dailyGas: gasPerDay,
    feeCap: gasPerTransaction,
    ...(haste === undefined ? {} : { pollMs: haste.pollMs }),
    onOutcome: (reference, settlement) => settleBooks(reference, settlement).pipe(Effect.orDie, Effect.provide(context)),
  }).pipe(Effect.provide(context))
  const all = Context.add(context, Settlements, settlements)
  const facilitator = yield* Layer.build(
    Facilitator.layer({ signers: gasKeys.map(addressOf), waitMs: facilitatorWaitMs }).pipe(Layer.provide(pgSettleRequests)),
  ).pipe(Effect.provide(all))
  const rail = yield* Effect.provide(makeX402(terms, haste), all)
  const wallets = Context.get(all, Wallets)
  const watch = Effect.provide(watchDeposits(terms), all)
  const demo = { wallets, confirmations: terms.confirmations, watch, check: rail.check ?? Effect.void }
  return {
    rail,
    services: Context.make(FacilitatorDoor, { facilitator: Context.get(facilitator, Facilitator), open: facilitatorOpen }).pipe(
      Context.add(DemoWallets, ownChain === undefined ? undefined : { open: openDemo({ ...demo, url: ownChain }) }),
    ),
    jobs: Effect.andThen(queue, work(terms, haste?.pace)).pipe(Effect.provide(all)),
    parts: all,
  } satisfies RailParts & { readonly parts: unknown }
})

/** Stock servers wait 90 seconds. */
const facilitatorWaitMs = 60_000

const addressOf = (key: X402Settings["gasKeys"][number]) => privateKeyToAccount(Redacted.value(key)).address
