import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { privateKeyToAccount } from "viem/accounts"
import { CheckoutChain } from "../../domain/connect/CheckoutChain.ts"
import { WalletProof } from "../../domain/connect/WalletProof.ts"
import { PayoutChain } from "../../domain/publishing/PayoutChain.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { Deployment } from "../../domain/rail/Deployment.ts"
import type { Rail } from "../../domain/rail/Rail.ts"
import type { RailParts } from "../RailModule.ts"
import { Components } from "../../domain/sandbox/Component.ts"
import { x402Audit } from "./audit.ts"
import { checkSplitter, makeCheckoutChain, readSplitter } from "./checkout/makeCheckoutChain.ts"
import { ChainUnavailable } from "./evm/Chain.ts"
import { requireSameBooks } from "./bookIdentity.ts"
import { X402Admin } from "./commands.ts"
import { ChainNodes } from "./evm/ChainNodes.ts"
import { rpcChain } from "./evm/rpcChain.ts"
import { Facilitator } from "./facilitator/Facilitator.ts"
import { makeFacilitator } from "./facilitator/makeFacilitator.ts"
import { pgSettleRequests } from "./facilitator/SettleRequests.ts"
import { defaultIntervals, type JobIntervals, runJobs } from "./jobs.ts"
import { OfferedPrices } from "./offers.ts"
import { makePayoutChain } from "./payouts/makePayoutChain.ts"
import { makeRail } from "./rail.ts"
import { readSettings } from "./readSettings.ts"
import { recordOutcome } from "./recordOutcome.ts"
import { DemoWallets } from "./sandbox/DemoWallets.ts"
import type { X402Settings } from "./settings.ts"
import { makeSettlements } from "./settlement/makeSettlements.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { settledReferences } from "./store/bookedPayments.ts"
import { DeclinedPayments } from "./store/declinedPayments.ts"
import { openUnclaimed } from "./store/unclaimed.ts"
import { creditByOperator } from "./unclaimedPayments.ts"
import { Verifier } from "./verify/Verifier.ts"
import { makeWalletProof } from "./verify/walletProof.ts"
import { creditDeposits, rescanDeposits } from "./wallets/deposits.ts"
import { derivedSigner, fingerprintOf } from "./wallets/derivedSigner.ts"
import { Phrases } from "./wallets/Phrases.ts"
import { phraseStates, retirePhrases, rotatePhrase } from "./wallets/rotation.ts"
import { Signer } from "./wallets/Signer.ts"
import { Wallets } from "./wallets/Wallets.ts"

/** The rail as the environment configures it, or on the sandbox's own chain. Undefined if a live gateway has no x402 settings. */
export const partsFromEnvironment = Effect.gen(function* () {
  const { mode, testMoney } = yield* Deployment
  const settings = yield* readSettings(mode, testMoney)
  if (settings === undefined) return undefined
  yield* Effect.catchTag(requireSameBooks(settings), "SqlError", Effect.die)
  if (settings.rpcUrls !== undefined) return yield* makeParts(settings, { urls: Effect.succeed(settings.rpcUrls) })
  const components = yield* Components
  const sandboxChainUrl = components.url("chain").pipe(
    Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.fail(chainNotStarted) }),
    Effect.mapError(({ message }) => new ChainUnavailable({ message })),
  )
  const parts = yield* makeParts(settings, { sandboxChainUrl, urls: Effect.map(sandboxChainUrl, (url) => [Redacted.make(url)]) })
  // The chain starts beside the first gateway, some seconds later than it.
  const chainStarted = sandboxChainUrl.pipe(Effect.retry(Schedule.spaced("250 millis")), Effect.timeoutOption("1 minute"), Effect.ignore)
  const jobs = Effect.andThen(Effect.forkScoped(refillWallets(settings, sandboxChainUrl)), Effect.andThen(chainStarted, parts.jobs))
  return { ...parts, jobs: Effect.asVoid(jobs) }
})

const chainNotStarted = new ChainUnavailable({ message: "the sandbox's chain has not started yet" })

export interface PartsOptions {
  /** JSON-RPC URLs, the preferred one first. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** Set if the rail settles on the sandbox's own chain. */
  readonly sandboxChainUrl?: Effect.Effect<string, ChainUnavailable>
  /** Shorter intervals for tests. */
  readonly testTiming?: { readonly pollMs: number; readonly healthCacheMs: number; readonly intervals: JobIntervals }
}

/** The rail with all its services over one chain, the ledger, and a database for its own tables. Making them sends no request. */
export const makeParts = Effect.fnUntraced(function* (settings: X402Settings, { sandboxChainUrl, testTiming, urls }: PartsOptions) {
  const { asset, facilitatorMinimum, facilitatorOpen, factories, gasKeys, master, network, previousMaster, terms } = settings
  // Only these services are captured: the scope of the jobs comes from their caller.
  const outer = Context.pick(Ledger, LedgerQueries, SqlClient)(yield* Effect.context<Ledger | LedgerQueries | SqlClient>())
  const policy = { chainId: network.chainId, token: asset.address, payee: terms.payTo, maxPerTransfer: terms.maxPerTransfer }
  const services = yield* Layer.build(
    Layer.mergeAll(Verifier.layer({ factories }), Wallets.layer, OfferedPrices.layer, DeclinedPayments.layer).pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          rpcChain({ network, asset, urls }),
          ChainNodes.layer({ network, asset, urls }),
          derivedSigner(previousMaster === undefined ? [master] : [master, previousMaster], policy),
          Phrases.layer(fingerprintOf(master)),
        ),
      ),
    ),
  )
  const context = Context.merge(outer, services)
  const queue = yield* makeSettlements({
    gasKeys,
    confirmations: terms.confirmations,
    maxWeiPerDay: settings.maxWeiPerDay,
    maxWeiPerTransaction: settings.maxWeiPerTransaction,
    foreignGasPercent: settings.foreignGasPercent,
    callerGasPercent: settings.callerGasPercent,
    relayGasPercent: settings.relayGasPercent,
    marketplaceGasPercent: settings.marketplaceGasPercent,
    ...(testTiming === undefined ? {} : { pollMs: testTiming.pollMs }),
    recorded: (references) => settledReferences(Context.get(outer, SqlClient), references),
    onOutcome: (reference, settlement) => recordOutcome(reference, settlement).pipe(Effect.orDie, Effect.provide(context)),
  }).pipe(Effect.provide(context))
  const all = Context.add(context, Settlements, queue.settlements)
  const facilitator = yield* makeFacilitator({
    signers: gasKeys.map(addressOf),
    waitMs: facilitatorWaitMs,
    keyless: facilitatorOpen,
    minimum: facilitatorMinimum,
  }).pipe(Effect.provide(pgSettleRequests), Effect.provide(all))
  const rail = yield* Effect.provide(makeRail(terms, testTiming), all)
  const intervals = testTiming?.intervals ?? defaultIntervals
  const sweeps = { afterMs: intervals.sweepAfterMs, minimum: facilitatorMinimum }
  const checkouts = settings.splitter === undefined ? Effect.undefined : makeCheckoutChain(settings, settings.splitter)
  const ownAddresses = { "the splitter": settings.splitter, "the wallet that calls are paid to": terms.payTo }
  const payouts = settings.payoutKey === undefined ? Effect.undefined : makePayoutChain(settings.payoutKey, ownAddresses)
  const demoWallets = sandboxChainUrl && {
    wallets: Context.get(all, Wallets),
    url: sandboxChainUrl,
    confirmations: terms.confirmations,
    creditDeposits: Effect.provide(creditDeposits(terms), all),
    check: rail.check ?? Effect.void,
  }
  return {
    rail,
    services: Context.make(Facilitator, facilitator).pipe(
      Context.add(
        DemoWallets,
        demoWallets && { open: (organisation) => Effect.flatMap(openDemoWallets, (open) => open(demoWallets)(organisation)) },
      ),
      Context.add(CheckoutChain, yield* Effect.provide(checkouts, all)),
      Context.add(PayoutChain, yield* Effect.provide(payouts, all)),
      Context.add(WalletProof, yield* Effect.provide(makeWalletProof, all)),
      Context.add(X402Admin, {
        rescan: (from, to) => Effect.provide(rescanDeposits(terms, from, to), all),
        unclaimed: Effect.provide(openUnclaimed(1_000), all),
        credit: (hash, logIndex, organisation) => Effect.provide(creditByOperator(hash, logIndex, organisation), all),
        rotate: Effect.provide(rotatePhrase(settings), all),
        retire: Effect.provide(retirePhrases(sweeps), all),
        phrases: Effect.provide(phraseStates(facilitatorMinimum), all),
        splitter: Effect.provide(readSplitter(settings.splitter), all),
      }),
    ),
    warning: Effect.provide(missingPhrase, all),
    audit: x402Audit(all, terms),
    jobs: Effect.andThen(queue.jobs, runJobs(terms, sweeps, intervals)).pipe(
      Effect.andThen(Effect.forkScoped(keepChecking(rail))),
      Effect.andThen(Effect.forkScoped(reportSplitter(settings.splitter))),
      Effect.provide(all),
    ),
    context: all,
  } satisfies RailParts & { readonly context: unknown }
})

/** For `/status`. Undefined if this node can sign with the current phrase. */
const missingPhrase = Effect.gen(function* () {
  const [{ fingerprint }] = yield* Effect.flatMap(Phrases, ({ all }) => all)
  const { phrases } = yield* Signer
  if (phrases.includes(fingerprint)) return undefined
  return `x402: this gateway does not have the current wallet phrase (fingerprint ${fingerprint}), so it takes no call on a managed wallet. Set it and start again.`
}).pipe(Effect.orElseSucceed(() => undefined))

/** Logs at the start, and once a minute, that the configured contract is not the splitter: until it is, no checkout can be paid. */
const reportSplitter = (splitter: X402Settings["splitter"]) =>
  splitter === undefined
    ? Effect.void
    : checkSplitter(splitter).pipe(
        Effect.tapError(({ message }) => Effect.logError(`x402: no checkout can be paid: ${message}`)),
        Effect.retry(Schedule.spaced("1 minute")),
        Effect.ignore,
      )

/** No call waits for the check of the chain: a job keeps its result fresh. */
const keepChecking = ({ check = Effect.void }: Rail) => Effect.repeat(Effect.ignore(check), Schedule.spaced("1 second"))

/** Stock servers wait 90 seconds. */
const facilitatorWaitMs = 60_000

const addressOf = (key: X402Settings["gasKeys"][number]) => privateKeyToAccount(Redacted.value(key)).address

const sandboxGasWei = 10n ** 20n

// Imported on demand, so that a live gateway loads nothing of the sandbox.
const openDemoWallets = Effect.promise(() => import("./sandbox/openDemoWallets.ts").then((module) => module.openDemoWallets))
const sandboxChain = Effect.promise(() => import("./sandbox/sandboxChain.ts"))

/** In micro-units. */
const sandboxPayoutBalance = 1_000_000_000n

/** The gas accounts of a sandbox never run out of gas, and its wallet for payouts has 1,000 USDC. */
const refillWallets = ({ gasKeys, payoutKey }: X402Settings, url: Effect.Effect<string, ChainUnavailable>) => {
  const once = Effect.gen(function* () {
    const chain = yield* url
    const { ensureGasBalance, mintUsdcUpTo } = yield* sandboxChain
    for (const key of gasKeys) yield* ensureGasBalance(chain, addressOf(key), sandboxGasWei)
    if (payoutKey !== undefined) yield* mintUsdcUpTo(chain, addressOf(payoutKey), sandboxPayoutBalance)
  })
  return once.pipe(Effect.retry(Schedule.spaced("500 millis")), Effect.ignore, Effect.repeat(Schedule.spaced("30 seconds")))
}
