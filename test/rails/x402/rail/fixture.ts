import { Context, Effect, Layer, Redacted } from "effect"
import { LedgerQueries } from "../../../../domain/ledger/LedgerQueries.ts"
import { memoryLedgerFixture } from "../../../support/ledger/memoryLedgerFixture.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { PgLedgerQueries } from "../../../../layers/postgres/PgLedgerQueries.ts"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { splitterDeployment } from "../../../../rails/x402/checkout/splitter.ts"
import type { ChainUnavailable } from "../../../../rails/x402/evm/Chain.ts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { sandboxAsset, sandboxMaster, sandboxNetwork, type X402Settings } from "../../../../rails/x402/settings.ts"
import { makeParts } from "../../../../rails/x402/parts.ts"
import { x402Module } from "../../../../rails/x402/module.ts"
import { derivedAccount, derivedKey } from "../../../../rails/x402/wallets/derivedSigner.ts"
import type { PaymentTerms } from "../../../../rails/x402/paymentTerms.ts"
import { Owner, postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { testChain, type TestChain } from "../support/testChain.ts"
import { type PaymentInput, signer } from "./signer.ts"
import type { Rail } from "../../../../domain/rail/Rail.ts"
import { usdcAddress } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { erc20Abi } from "viem"

const gasKeys = [derivedKey(sandboxMaster, "gas 0"), derivedKey(sandboxMaster, "gas 1")]
export const treasury = derivedAccount(sandboxMaster, "treasury").address

export const settingsOf = (terms: Partial<PaymentTerms>): X402Settings => ({
  network: sandboxNetwork,
  asset: sandboxAsset,
  rpcUrls: undefined,
  gasKeys: gasKeys.map((key) => Redacted.make(key)),
  maxWeiPerDay: 10n ** 20n,
  maxWeiPerTransaction: 10n ** 18n,
  master: sandboxMaster,
  previousMaster: undefined,
  factories: [],
  facilitatorOpen: false,
  facilitatorMinimum: microUsd(1_000n),
  foreignGasPercent: 50,
  callerGasPercent: 10,
  relayGasPercent: 30,
  marketplaceGasPercent: 20,
  splitter: splitterDeployment.address,
  serviceWallet: treasury,
  payoutKey: undefined,
  terms: {
    payTo: treasury,
    exposureCap: microUsd(5_000_000n),
    maxPerTransfer: microUsd(100_000_000n),
    maxTimeoutSeconds: 600,
    // `expire` moves the chain's time away from this machine's.
    maxValidSeconds: 100_000,
    upfrontFrom: undefined,
    declinedUntilUpfront: 1_000,
    confirmations: 2,
    // Longer than a busy machine takes.
    verifyWithinMs: 60_000,
    answerWithinMs: 6_000,
    ...terms,
  },
})

/** The rail over a chain and books of its own, at work. */
export class X402Scene extends Context.Service<
  X402Scene,
  {
    readonly chain: TestChain
    readonly rail: Rail
    readonly context: Effect.Success<ReturnType<typeof makeParts>>["context"]
    /** The breaks that \`farthing ledger audit\` would report now. */
    readonly breaks: Effect.Effect<ReadonlyArray<string>>
    readonly payer: Hex
    /** A payment header, a new one each time; valid for ten minutes of the chain's time. */
    readonly payment: (over?: Partial<PaymentInput>) => string
    /** The authorization that was signed last is cancelled by its payer, on chain. */
    readonly cancelLast: Effect.Effect<void>
    /** Where the rail thinks the chain is. */
    readonly moveTo: (url: string) => void
    readonly mine: (blocks: number) => Effect.Effect<void>
    /** Ten minutes and more pass on chain. */
    readonly expire: Effect.Effect<void>
    /** Mines blocks until every settlement has ended and its outcome is published. */
    readonly quiet: Effect.Effect<void>
    readonly balance: (owner: Hex) => Effect.Effect<bigint>
    /** What moved on chain by this authorization. */
    readonly moved: (from: string, nonce: string) => Effect.Effect<bigint>
  }
>()("farthing/test/rails/x402/X402Scene") {}

const maxMined = 500

export const nowhere = "http://127.0.0.1:1"

const make = Effect.fnUntraced(function* (terms: Partial<PaymentTerms>) {
  const owner = yield* Owner
  const [schema] = yield* owner<{ there: boolean }>`select to_regclass('rail_x402.wallet') is not null as there`
  if (schema?.there !== true) {
    for (const statement of Object.values(x402Module.tables).flat()) yield* owner.unsafe(statement)
    yield* owner.unsafe("grant usage on schema rail_x402 to public")
    yield* owner.unsafe("grant all on all tables in schema rail_x402 to public")
  }
  const chain = yield* testChain
  for (const key of gasKeys) yield* chain.gas(signer(key).address)
  const buyer = signer(derivedKey(sandboxMaster, "test buyer"))
  yield* chain.mint(buyer.address, 1_000_000_000n)
  let url = chain.url
  const urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable> = Effect.sync(() => [Redacted.make(url)])
  const testTiming = {
    pollMs: 20,
    healthCacheMs: 0,
    intervals: { settleMs: 50, depositsMs: 50, compareMs: 60_000, sweepMs: 100, sweepAfterMs: 500 },
  }
  const { audit, context, rail, jobs } = yield* makeParts(settingsOf(terms), { urls, testTiming })
  yield* jobs
  let ahead = 0n
  // One request for 2,000 blocks may take longer than the client waits.
  const mine = (blocks: number) =>
    Effect.promise(async () => {
      for (let left = blocks; left > 0; left -= maxMined) await chain.client.mine({ blocks: Math.min(left, maxMined) })
    })
  const open = owner<{
    open: number
  }>`select count(*)::int as open from rail_x402.settlement where not announced or state not in ('final', 'rejected')`
  const quiet = Effect.gen(function* () {
    for (;;) {
      const [row] = yield* Effect.orDie(open)
      if (row!.open === 0) return
      yield* mine(1)
      yield* Effect.sleep(50)
    }
  }).pipe(Effect.timeoutOrElse({ duration: "3 minutes", orElse: () => Effect.die(new Error("settlements do not come to an end")) }))
  const expire = Effect.gen(function* () {
    ahead += 1_000n
    yield* Effect.promise(() => chain.client.increaseTime({ seconds: 1_000 }))
    yield* mine(3)
  })
  const chainNow = () => BigInt(Math.floor(Date.now() / 1000)) + ahead
  const { cancelLast, moved, payment } = buyer.payments({ chain, now: chainNow, to: treasury })
  return X402Scene.of({
    chain,
    rail,
    context,
    breaks: Effect.orDie(Effect.map(Effect.all(Object.values(audit)), (found) => found.flat())),
    payer: buyer.address,
    payment,
    cancelLast,
    moveTo: (to) => void (url = to),
    mine,
    expire,
    quiet,
    balance: (of) =>
      Effect.promise(() => chain.client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [of] })),
    moved,
  })
})

const noReading = Layer.succeed(
  LedgerQueries,
  LedgerQueries.of({
    spendingSummary: () => Effect.die("unread"),
    keyUse: () => Effect.die("unread"),
    bookings: () => Effect.die("unread"),
    accounts: () => Effect.succeed([]),
    spendingSnapshot: () => Effect.die("unread"),
    charges: () => Effect.succeed([]),
    run: () => Effect.undefined,
    runStatus: () => Effect.undefined,
    payment: () => Effect.undefined,
    payments: () => Effect.succeed({ payments: [], next: null }),
  }),
)

/** With the books in memory: what the rail keeps is in PostgreSQL all the same. */
export const x402LawScene = (terms: Partial<PaymentTerms> = {}) =>
  Layer.effect(X402Scene, make(terms)).pipe(
    Layer.provideMerge(Layer.merge(noReading, RailDatabase)),
    Layer.provideMerge(memoryLedgerFixture),
    Layer.provideMerge(postgresLedgerFixture),
  )

/** The rail with its ledger over PostgreSQL. The ledger's clock stays at noon unless a test sets it. */
export const x402Scene = (terms: Partial<PaymentTerms> = {}) =>
  Layer.effect(X402Scene, make(terms)).pipe(
    Layer.provideMerge(Layer.merge(PgLedgerQueries, RailDatabase)),
    Layer.provideMerge(postgresLedgerFixture),
  )
