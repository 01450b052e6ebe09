import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database, RailDatabase } from "../../../layers/postgres/Database.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import type { Hex } from "../../../rails/x402/evm/hex.ts"
import { sandboxMaster } from "../../../rails/x402/settings.ts"
import { makeParts } from "../../../rails/x402/parts.ts"
import { credits } from "../../../rails/credits/rail.ts"
import { usdcAddress } from "../../../rails/x402/sandbox/placeContracts.ts"
import type { PaymentTerms } from "../../../rails/x402/paymentTerms.ts"
import { derivedKey } from "../../../rails/x402/wallets/derivedSigner.ts"
import { erc20Abi } from "viem"
import { settingsOf, treasury } from "../../rails/x402/rail/fixture.ts"
import { type PaymentInput, signer } from "../../rails/x402/rail/signer.ts"
import { testChain, type TestChain } from "../../rails/x402/support/testChain.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, storage, testGateway } from "../../support/gateway.ts"
import { answerWithinMs, gatewaySettings } from "./settings.ts"
import { scriptedSource } from "../../support/sources.ts"
import { privateKeyToAccount } from "viem/accounts"

/** A whole gateway with credits and x402, on a chain of its own. */
export class Gateway402 extends Context.Service<
  Gateway402,
  {
    /** Empty if the fixture is idle and started no gateway. */
    readonly baseUrl: string
    readonly chain: TestChain
    /** A payment header, a new one each time. */
    readonly payment: (over?: Partial<PaymentInput>) => string
    readonly dispatches: (token: string) => number
    /** What came in on chain, in micro-USD. */
    readonly received: Effect.Effect<bigint>
    readonly mine: (blocks: number) => Effect.Effect<void>
    readonly moveTo: (url: string) => void
    readonly payer: Hex
    readonly location: Effect.Success<typeof freshDatabase>
    /** Starts a gateway and its rail's jobs for a scope. The fixture has started one already unless it is idle. */
    readonly heir: Effect.Effect<void, never, Scope.Scope>
  }
>()("farthing/test/e2e/x402/Gateway402") {}

const make = Effect.fnUntraced(function* (
  terms: Partial<PaymentTerms>,
  idle: boolean,
  made: Effect.Effect<TestChain, unknown, Scope.Scope>,
  payoutKey: Redacted.Redacted<Hex> | undefined,
  healthCacheMs: number,
  productionTiming: boolean,
) {
  const location = yield* freshDatabase
  const chain = yield* Effect.orDie(made)
  for (const name of ["gas 0", "gas 1"]) yield* chain.gas(privateKeyToAccount(derivedKey(sandboxMaster, name)).address)
  const buyer = signer()
  yield* chain.mint(buyer.address, 1_000_000_000n)
  let url = chain.url
  const started = new Map<string, number>()
  const source = scriptedSource((moment, token) => {
    if (moment === "started") started.set(token, (started.get(token) ?? 0) + 1)
  })
  const books = Layer.mergeAll(PgLedger, PgLedgerQueries, RailDatabase).pipe(Layer.provide(Layer.fresh(Database.layer(location))))
  const outer = yield* Layer.build(Layer.fresh(books))
  const testTiming = {
    pollMs: 20,
    healthCacheMs,
    intervals: { settleMs: 50, depositsMs: 50, compareMs: 60_000, sweepMs: 100, sweepAfterMs: 500 },
  }
  const { jobs, rail, services } = yield* makeParts(
    { ...settingsOf({ answerWithinMs, ...terms }), payoutKey },
    {
      urls: Effect.sync(() => [Redacted.make(url)]),
      ...(productionTiming ? {} : { testTiming }),
    },
  ).pipe(Effect.provide(outer))
  const rails = { credits, x402: rail }
  // Fresh: no two of them share what they have in common.
  const node = Layer.fresh(
    testGateway(location, { sources: [source], rails, settings: gatewaySettings }).pipe(Layer.provide(Layer.succeedContext(services))),
  )
  const start = Effect.andThen(jobs, Layer.build(node))
  const alone = Layer.mergeAll(Database.layer(location), Layer.succeed(Rails, new Map(Object.entries(rails))))
  const gateway = idle ? undefined : yield* start
  const common = gateway ?? (yield* Layer.build(Layer.fresh(storage.pipe(Layer.provideMerge(alone)))))
  const { payment } = buyer.payments({ chain, now: () => BigInt(Math.floor(Date.now() / 1000)), to: treasury })
  const service = Gateway402.of({
    baseUrl: gateway === undefined ? "" : yield* Effect.provide(baseUrl, gateway),
    chain,
    payment,
    dispatches: (token) => started.get(token) ?? 0,
    received: Effect.promise(() =>
      chain.client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [treasury] }),
    ),
    mine: (blocks) => Effect.promise(() => chain.client.mine({ blocks })),
    moveTo: (to) => void (url = to),
    payer: buyer.address,
    location,
    heir: Effect.orDie(Effect.asVoid(start)),
  })
  return Context.add(Context.pick(Audit, Database, Ledger, Organisations, Rails, LedgerQueries)(common), Gateway402, service)
})

export const gateway402 = (
  terms: Partial<PaymentTerms> = {},
  {
    chain = testChain,
    healthCacheMs = 0,
    idle = false,
    payoutKey,
    productionTiming = false,
  }: {
    readonly idle?: boolean
    /** How long the result of the chain's check is used; 0: never. */
    readonly healthCacheMs?: number
    readonly chain?: Effect.Effect<TestChain, unknown, Scope.Scope>
    /** Of the wallet that pays publishers. */
    readonly payoutKey?: Redacted.Redacted<Hex>
    /** The rail's loops pause as in production, for a test that measures how long something takes. */
    readonly productionTiming?: boolean
  } = {},
) => Layer.effectContext(make(terms, idle, chain, payoutKey, healthCacheMs, productionTiming))

/** A request of a direct call, with a payment or without. */
export const buyOver = Effect.fnUntraced(function* (
  secret: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
  operation = "script.fast",
) {
  const { baseUrl } = yield* Gateway402
  const response = yield* Effect.promise(() =>
    fetch(`${baseUrl}/v1/execute/script/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ "script.token": token }),
    }),
  )
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
})

/** The payment as finance sees it, once it is of this status. */
export const paymentOf = Effect.fnUntraced(function* (secret: string, id: string, status: string) {
  const { baseUrl } = yield* Gateway402
  const headers = { authorization: `Bearer ${secret}` }
  const look = Effect.promise(async () => (await fetch(`${baseUrl}/v1/payments/${id}`, { headers })).text())
  let seen = JSON.parse(yield* look)
  const last = Effect.suspend(() => Effect.die(new Error(`the payment is not ${status}: ${JSON.stringify(seen)}`)))
  yield* Effect.timeoutOrElse(
    Effect.gen(function* () {
      for (; seen["status"] !== status; seen = JSON.parse(yield* look)) yield* Effect.sleep(50)
    }),
    { duration: "3 minutes", orElse: () => last },
  )
  return seen
})

/** Moves the deadline of the organisation's open calls to the past, so that the next reconciliation reads them. */
export const callsAreOverdue = Effect.fnUntraced(function* (organisation: OrganisationId) {
  const { money: sql } = yield* Database
  yield* sql`update open_call set deadline = least(deadline, farthing_now()) where org = ${organisation}`
})

/** What the books say came in from the chain, of all organisations: to be held against what the chain has. */
export const broughtIn = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{
    sum: string
  }>`select coalesce(sum(case when debit = 'outside:x402' then amount when credit = 'outside:x402' then -amount end), 0)::text as sum
    from transfer where debit = 'outside:x402' or credit = 'outside:x402'`
  return BigInt(row!.sum)
})

export const fromHeader = (value: string | null) => JSON.parse(Buffer.from(value ?? "", "base64").toString("utf8"))
