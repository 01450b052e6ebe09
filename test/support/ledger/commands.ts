import { Effect, Result } from "effect"
import { randomUUID } from "node:crypto"
import { CallId, KeyId, NodeId, OrganisationId, RunId } from "../../../domain/money/ids.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import type { Account, Call, KeyLimits, Organisation, PaymentOption } from "../../../domain/ledger/state.ts"
import type { Capture, Command, CommandAnswers, Deliver, Reserve } from "../../../domain/ledger/command.ts"
import type { LedgerError } from "../../../domain/ledger/errors.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { StorageUnavailable } from "../../../domain/Refusal.ts"
import { microUsd, type MicroUsd } from "../../../domain/money/Money.ts"
import { LedgerFixture, noon } from "./LedgerFixture.ts"

export const usd = (micro: number | bigint): MicroUsd => microUsd(BigInt(micro))
export const newCall = () => CallId.make(randomUUID())
export const newRun = () => RunId.make(randomUUID())
export const newNode = () => NodeId.make(randomUUID())

/** An organisation with one key, as tests of the ledger use it. */
export interface Buyer {
  readonly organisation: OrganisationId
  readonly key: KeyId
  readonly node: NodeId
}

export interface BuyerOptions {
  /** Granted to the account `credits`. */
  readonly credits?: number
  readonly organisation?: Partial<Omit<Organisation, "id">>
  readonly key?: Partial<Omit<KeyLimits, "id" | "organisation">>
  /** Accounts beside `credits`. */
  readonly accounts?: ReadonlyArray<Partial<Account> & Pick<Account, "id">>
}

export const openBuyer = Effect.fnUntraced(function* ({ accounts = [], credits = 1_000_000, key, organisation }: BuyerOptions = {}) {
  const buyer: Buyer = { organisation: OrganisationId.make(randomUUID()), key: KeyId.make(randomUUID()), node: newNode() }
  yield* changeOrganisation(buyer, organisation)
  yield* changeKey(buyer, key)
  for (const account of [{ id: "credits" }, ...accounts]) yield* changeAccount(buyer, account)
  if (credits > 0) yield* grant(buyer, credits)
  return buyer
})

export const changeOrganisation = Effect.fnUntraced(function* (buyer: Buyer, changed: Partial<Omit<Organisation, "id">> = {}) {
  const bench = yield* LedgerFixture
  yield* bench.organisation({ id: buyer.organisation, status: "active", spending: true, concurrency: 1000, ...changed })
})

export const changeKey = Effect.fnUntraced(function* (buyer: Buyer, changed: Partial<KeyLimits> = {}) {
  const bench = yield* LedgerFixture
  const unlimited = { perRequest: null, monthly: null, daily: null, expiresAt: noon + 90 * day, revokedAt: null }
  yield* bench.key({ id: buyer.key, organisation: buyer.organisation, ...unlimited, ...changed })
})

export const changeAccount = Effect.fnUntraced(function* (buyer: Buyer, account: Partial<Account> & Pick<Account, "id">) {
  const bench = yield* LedgerFixture
  yield* bench.account({ organisation: buyer.organisation, rail: account.id, creditLimit: usd(0), status: "active", ...account })
})

let grants = 0
export const grant = (buyer: Buyer, amount: number | bigint, account = "credits") =>
  run({
    _tag: "Post",
    organisation: buyer.organisation,
    ref: `grant:${++grants}`,
    transfers: [{ debit: outside("grant"), credit: buyerAccount(account), amount: usd(amount) }],
  })

export const day = 86_400_000

/** Prepaid credits, unless it says otherwise. The account is named after the rail. */
export const option = (over: Partial<PaymentOption> = {}): PaymentOption => {
  const rail = over.rail ?? "credits"
  return { rail, account: rail, settles: "at_capture", feeBasisPoints: 200, cost: usd(0), ...over }
}

export const reserveOf = (buyer: Buyer, over: Partial<Reserve> = {}): Reserve => ({
  _tag: "Reserve",
  organisation: buyer.organisation,
  key: buyer.key,
  wallet: false,
  call: newCall(),
  run: newRun(),
  step: 0,
  begins: { kind: "direct", request: `{"some":"request"}`, waitMs: 0, idempotency: null },
  source: "registry",
  operation: "company.read",
  name: "Read a company",
  payee: "Registry Ltd",
  price: null,
  max: usd(1000),
  maxSpend: null,
  options: [option()],
  attempts: [],
  node: buyer.node,
  deadlineMs: 60_000,
  ...over,
})

export const document = `{"data":{"name":"ACME"}}`

export const captureOf = (call: Call, over: Partial<Capture> = {}): Capture => ({
  _tag: "Capture",
  organisation: call.organisation,
  call: call.id,
  node: call.node,
  amount: call.max,
  body: document,
  proof: null,
  error: null,
  ...over,
})

export const deliverOf = (call: Call, over: Partial<Deliver> = {}): Deliver => ({
  _tag: "Deliver",
  organisation: call.organisation,
  call: call.id,
  node: call.node,
  amount: call.max,
  body: document,
  settling: call.settles === "before_answer",
  ...over,
})

export const sourceFailed = { code: "source_error", message: "The source failed." }

export const releaseOf = (call: Call, over: { readonly declined?: boolean; readonly node?: NodeId } = {}) =>
  ({
    _tag: "Release",
    organisation: call.organisation,
    call: call.id,
    node: call.node,
    why: sourceFailed,
    declined: false,
    ...over,
  }) as const

export const settleOf = (call: Call, settlement: Call["settlement"]) =>
  ({
    _tag: "Settle",
    organisation: call.organisation,
    call: call.id,
    settlement,
    proof: settlement === "settled" ? `{"receipt":1}` : null,
    reason: settlement === "settled" ? null : `it is ${settlement}`,
  }) as const

export const cancelOf = (call: Call) => ({ _tag: "Cancel", organisation: call.organisation, run: call.run }) as const

export const takeOverOf = (call: Call, node: NodeId, from: NodeId = call.node) =>
  ({ _tag: "TakeOver", organisation: call.organisation, call: call.id, from, node }) as const

/** The command's answer. Its refusal is a defect of the test: ask `refusalOf` where one is due. */
export const run = Effect.fnUntraced(function* <C extends Command>(command: C) {
  const ledger = yield* Ledger
  return yield* Effect.orDie(ledger.execute(command))
})

export const outcome = Effect.fnUntraced(function* <C extends Command>(command: C) {
  const ledger = yield* Ledger
  return yield* Effect.result(ledger.execute(command))
})

export const refusalOf = Effect.fnUntraced(function* (command: Command) {
  const answer = yield* outcome(command)
  if (Result.isSuccess(answer)) return yield* Effect.die(new Error(`${command._tag} was accepted: ${show(answer.success)}`))
  return answer.failure
})

/** Reserves and answers the call. */
export const reserved = Effect.fnUntraced(function* (command: Reserve) {
  const answer = yield* run(command)
  if (answer._tag !== "Reserved") return yield* Effect.die(new Error(`the reservation was answered ${answer._tag}`))
  return answer.call
})

/** What a failure is called: its code, or its tag; and the limit that was passed. */
export const nameOf = (failure: Failure): string =>
  "code" in failure ? ("limit" in failure ? `${failure.code} ${String(failure.limit)}` : failure.code) : failure._tag

export const show = (value: unknown) => JSON.stringify(value, (_, v: unknown) => (typeof v === "bigint" ? `${v}n` : v))

export type Failure = LedgerError | StorageUnavailable
export type Outcome = Result.Result<CommandAnswers[Command["_tag"]], Failure>
