import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { privateKeyToAccount } from "viem/accounts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import type { RailParts } from "../RailModule.ts"
import { ChainUnavailable } from "./evm/Chain.ts"
import { rpcChain } from "./evm/rpcChain.ts"
import type { X402Settings } from "./settings.ts"
import { Facilitator } from "./facilitator/Facilitator.ts"
import { pgSettleRequests } from "./facilitator/pgSettleRequests.ts"
import { FacilitatorDoor } from "./FacilitatorDoor.ts"
import { OfferedPrices } from "./offers.ts"
import { makeSettlements } from "./settlement/makeSettlements.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { recordOutcome } from "./recordOutcome.ts"
import { Verifier } from "./verify/Verifier.ts"
import { DemoWallets } from "./sandbox/DemoWallets.ts"
import { derivedSigner } from "./wallets/derivedSigner.ts"
import { openDemoWallets } from "./sandbox/openDemoWallets.ts"
import { creditDeposits } from "./wallets/deposits.ts"
import { Wallets } from "./wallets/Wallets.ts"
import { type JobIntervals, runJobs } from "./jobs.ts"
import { makeRail } from "./rail.ts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { readSettings } from "./readSettings.ts"
import { ensureGasBalance } from "./sandbox/sandboxChain.ts"

export interface PartsOptions {
  /** JSON-RPC, the preferred node first. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** Of the sandbox's own chain, where that is what it settles on. */
  readonly ownChain?: Effect.Effect<string, ChainUnavailable>
  /** What a test has quicker. */
  readonly haste?: { readonly pollMs: number; readonly healthKeptMs: number; readonly pace: JobIntervals }
}

/** The rail with all its parts over one chain, the books, and a database for what is its own. Asks nobody anything yet. */
export const makeParts = Effect.fnUntraced(function* (settings: X402Settings, { haste, ownChain, urls }: PartsOptions) {
  const { asset, facilitatorOpen, factories, gasKeys, gasPerDay, gasPerTransaction, master, network, terms } = settings
  // These alone: whoever runs the work brings the scope that it lives in.
  const outer = Context.pick(Ledger, LedgerQueries, SqlClient)(yield* Effect.context<Ledger | LedgerQueries | SqlClient>())
  const policy = { chainId: network.chainId, token: asset.address, payee: terms.payTo, maxPerTransfer: terms.maxPerTransfer }
  const parts = yield* Layer.build(
    Layer.mergeAll(Verifier.layer({ factories }), Wallets.layer, OfferedPrices.layer).pipe(
      Layer.provideMerge(Layer.merge(rpcChain({ network, asset, urls }), derivedSigner(master, policy))),
    ),
  )
  const context = Context.merge(outer, parts)
  const { settlements, work: queue } = yield* makeSettlements({
    gasKeys,
    confirmations: terms.confirmations,
    dailyGas: gasPerDay,
    feeCap: gasPerTransaction,
    ...(haste === undefined ? {} : { pollMs: haste.pollMs }),
    onOutcome: (reference, settlement) => recordOutcome(reference, settlement).pipe(Effect.orDie, Effect.provide(context)),
  }).pipe(Effect.provide(context))
  const all = Context.add(context, Settlements, settlements)
  const facilitator = yield* Layer.build(
    Facilitator.layer({ signers: gasKeys.map(addressOf), waitMs: facilitatorWaitMs }).pipe(Layer.provide(pgSettleRequests)),
  ).pipe(Effect.provide(all))
  const rail = yield* Effect.provide(makeRail(terms, haste), all)
  const wallets = Context.get(all, Wallets)
  const watch = Effect.provide(creditDeposits(terms), all)
  const demo = { wallets, confirmations: terms.confirmations, watch, check: rail.check ?? Effect.void }
  return {
    rail,
    services: Context.make(FacilitatorDoor, { facilitator: Context.get(facilitator, Facilitator), open: facilitatorOpen }).pipe(
      Context.add(DemoWallets, ownChain === undefined ? undefined : { open: openDemoWallets({ ...demo, url: ownChain }) }),
    ),
    jobs: Effect.andThen(queue, runJobs(terms, haste?.pace)).pipe(Effect.provide(all)),
    parts: all,
  } satisfies RailParts & { readonly parts: unknown }
})

/** Stock servers wait 90 seconds. */
const facilitatorWaitMs = 60_000

const addressOf = (key: X402Settings["gasKeys"][number]) => privateKeyToAccount(Redacted.value(key)).address

/** The rail as the environment, or the sandbox, sets it up; undefined where neither does. */
export const partsFromEnvironment = Effect.gen(function* () {
  const { mode } = yield* Deployment
  const settings = yield* readSettings(mode)
  if (settings === undefined) return undefined
  if (settings.rpcUrls !== undefined) return yield* makeParts(settings, { urls: Effect.succeed(settings.rpcUrls) })
  const components = yield* Components
  const ownChain = components.url("chain").pipe(
    Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.fail(notUp) }),
    Effect.mapError(({ message }) => new ChainUnavailable({ message })),
  )
  const equipped = yield* makeParts(settings, { ownChain, urls: Effect.map(ownChain, (url) => [Redacted.make(url)]) })
  // It comes up beside the first gateway, some seconds later.
  const up = ownChain.pipe(Effect.retry(Schedule.spaced("250 millis")), Effect.timeoutOption("1 minute"), Effect.ignore)
  const jobs = Effect.andThen(Effect.forkScoped(keepFuelled(settings, ownChain)), Effect.andThen(up, equipped.jobs)).pipe(Effect.asVoid)
  return { ...equipped, jobs }
})
const notUp = new ChainUnavailable({ message: "the sandbox's chain is not up yet" })
const gasOfSandbox = 10n ** 20n
/** The gas accounts of a sandbox never run dry. */
const keepFuelled = ({ gasKeys }: X402Settings, url: Effect.Effect<string, ChainUnavailable>) => {
  const once = Effect.gen(function* () {
    const chain = yield* url
    for (const key of gasKeys) yield* ensureGasBalance(chain, privateKeyToAccount(Redacted.value(key)).address, gasOfSandbox)
  })
  return once.pipe(Effect.retry(Schedule.spaced("500 millis")), Effect.ignore, Effect.repeat(Schedule.spaced("30 seconds")))
}
