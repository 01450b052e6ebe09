import type { KeyLimits, Organisation, PaymentOption } from "../../../../domain/ledger/state.ts"
import { type Command, effectKey, type Reserve } from "../../../../domain/ledger/command.ts"
import { noon } from "../../../support/ledger/LedgerFixture.ts"
import { day, option, usd } from "../../../support/ledger/commands.ts"
import { Dice } from "./Dice.ts"
import { ReferenceLedger } from "./ReferenceLedger.ts"
import type { PlainCall, Description } from "./ReferenceState.ts"
import { putAccount, putKey, putOrganisation, type StoreChange } from "./storeChanges.ts"

type Ids = {
  readonly organisation: Organisation["id"]
  readonly call: Reserve["call"]
  readonly run: Reserve["run"]
  readonly node: Reserve["node"]
  readonly key: KeyLimits["id"]
}

/** Rails of every kind. `credit` is the limit of the account. */
const rails: Readonly<Record<string, { readonly credit: number; readonly option: Partial<PaymentOption> }>> = {
  credits: { credit: 0, option: {} },
  sepa: { credit: 60_000, option: { settles: "later", feeBasisPoints: 0 } },
  wallet: { credit: 40_000, option: { settles: "before_answer", feeBasisPoints: 133 } },
  permit: { credit: 90_000, option: { settles: "before_answer", deposits: { remainderTo: "credits" } } },
  upfront: { credit: 90_000, option: { settles: "before_dispatch", deposits: { remainderTo: "credits" } } },
  prepaid: { credit: 5_000, option: { settles: "before_dispatch", deposits: { remainderTo: "prepaid" } } },
  capped: { credit: 80_000, option: { dailyCap: usd(25_000), feeBasisPoints: 9_999 } },
}

/** Generates, from a seed, organisations and an endless sequence of commands that fits the calls that are open at the time. */
export class CommandGenerator {
  readonly clerk = new ReferenceLedger()
  readonly #dice: Dice
  readonly #recent = new Map<string, Array<Command>>()
  readonly #nodes: ReadonlyArray<string>
  /** Calls whose reservation is still under way, and whether it takes an Idempotency-Key. */
  readonly #unanswered = new Map<string, boolean>()

  constructor(seed: number) {
    this.#dice = new Dice(seed)
    this.#nodes = [this.#dice.uuid(), this.#dice.uuid()]
    this.clerk.now = noon
  }

  get organisations(): ReadonlyArray<Organisation["id"]> {
    return this.clerk.organisations.map((organisation) => organisation.id as Organisation["id"])
  }

  /** A new organisation with two keys and some of the accounts. */
  newOrganisation(): ReadonlyArray<StoreChange> {
    const dice = this.#dice
    const organisation = { id: dice.uuid(), suspended: false, spending: true, concurrency: 40 + dice.below(20) }
    this.clerk.organisations.push(organisation)
    const settings: Array<StoreChange> = [putOrganisation(organisation)]
    for (const limited of [true, false]) {
      const limits = limited ? { perRequest: 4_000, monthly: 400_000, daily: 60_000 } : { perRequest: null, monthly: null, daily: null }
      const key = { id: dice.uuid(), organisation: organisation.id, ...limits, expiresAt: noon + 400 * day, revoked: false }
      this.clerk.keys.push(key)
      settings.push(putKey(key))
    }
    for (const [id, { credit }] of Object.entries(rails)) {
      if (id !== "credits" && dice.chance(15)) continue
      const account = { organisation: organisation.id, id, credit, suspended: false }
      this.clerk.accounts.push(account)
      settings.push(putAccount(account))
    }
    return settings
  }

  /** Something that happens beside the ledger: time passes, an owner or an operator changes something. */
  change(): StoreChange {
    const dice = this.#dice
    const { accounts, clerk } = { accounts: this.clerk.accounts, clerk: this.clerk }
    switch (dice.weighted({ time: 30, organisation: 20, account: 20, key: 30 })) {
      case "time":
        clerk.now += 1 + dice.below(dice.chance(20) ? 2 * day : 3_600_000)
        return (bench) => bench.setTime(clerk.now)
      case "organisation": {
        const organisation = dice.pick(clerk.organisations)
        Object.assign(organisation, { suspended: dice.chance(10), spending: !dice.chance(10), concurrency: 5 + dice.below(80) })
        return putOrganisation(organisation)
      }
      case "account": {
        const account = dice.pick(accounts)
        account.suspended = dice.chance(20)
        return putAccount(account)
      }
      case "key": {
        const key = dice.pick(clerk.keys)
        const perhaps = (limit: number) => (dice.chance(30) ? null : 1 + dice.below(limit))
        Object.assign(key, { perRequest: perhaps(8_000), daily: perhaps(90_000), monthly: perhaps(200_000) })
        Object.assign(key, { revoked: dice.chance(8), expiresAt: clerk.now + (dice.chance(8) ? 0 : 400 * day) })
        return putKey(key)
      }
    }
  }

  /** Commands that run concurrently, each with the answer of the reference ledger. */
  wave(size: number): ReadonlyArray<{ readonly command: Command; readonly expected: Description }> {
    this.#unanswered.clear()
    return Array.from({ length: size }, () => {
      const command = this.#next()
      if (command._tag === "Reserve") this.#unanswered.set(command.call, command.begins?.idempotency != null)
      return { command, expected: this.clerk.answer(command) }
    })
  }

  /** The next command, for one of the organisations; some are repetitions, some are nonsense. */
  #next(): Command {
    const organisation = this.#dice.pick(this.organisations)
    const recent = this.#recent.get(organisation) ?? []
    this.#recent.set(organisation, recent)
    const repeated = recent.length > 0 && this.#dice.chance(8) ? this.#dice.pick(recent) : undefined
    const command = repeated !== undefined && this.#isFair(repeated) ? repeated : this.#command(organisation)
    recent.push(command)
    if (recent.length > 40) recent.shift()
    return command
  }

  #command(organisation: Organisation["id"]): Command {
    const dice = this.#dice
    const kind = dice.weighted({
      Reserve: 34,
      Deliver: 10,
      Capture: 22,
      Release: 8,
      Settle: 8,
      Post: 7,
      ConfigureAccount: 2,
      Cancel: 5,
      TakeOver: 6,
    })
    if (kind === "Reserve") return this.#reserve(organisation)
    if (kind === "Post") return this.#post(organisation)
    if (kind === "ConfigureAccount") return this.#terms(organisation)
    const call = this.#someCall(organisation)
    const identity = { organisation, call: call.id as Ids["call"] }
    const node = (dice.chance(4) ? dice.pick(this.#nodes) : call.node) as Ids["node"]
    const least = call.remainderTo === null ? 0 : 1
    const amount = usd(dice.pick([least, call.max, least + dice.below(call.max)]))
    const proof = dice.chance(80) ? `{"tx":${dice.below(1_000)}}` : null
    const candidate = ((): Command => {
      switch (kind) {
        case "Deliver":
          return { _tag: "Deliver", ...identity, node, amount, body: `"large ${call.id}"`, settling: call.settles === "before_answer" }
        case "Capture": {
          const failed = call.settles === "before_dispatch" && dice.chance(25)
          if (failed)
            return { _tag: "Capture", ...identity, node, amount: usd(0), body: null, proof, error: { code: "source_error", message: "no" } }
          const above = usd(dice.chance(2) ? call.max + 1 : 0)
          return {
            _tag: "Capture",
            ...identity,
            node,
            amount: above > 0n ? above : amount,
            body: dice.chance(90) ? `"${call.id}"` : null,
            proof,
            error: null,
          }
        }
        case "Release":
          return { _tag: "Release", ...identity, node, why: { code: "source_timeout", message: "late" }, declined: dice.chance(25) }
        case "Settle": {
          const settlement = dice.pick(["pending", "unknown", "settled", "failed"] as const)
          return {
            _tag: "Settle",
            ...identity,
            settlement,
            proof: settlement === "settled" ? (proof ?? `{"tx":"late"}`) : null,
            reason: dice.chance(50) ? settlement : null,
          }
        }
        case "Cancel":
          return { _tag: "Cancel", organisation, run: call.run as Ids["run"], ...(dice.chance(50) && { withEffects: allOperations }) }
        case "TakeOver":
          return {
            _tag: "TakeOver",
            ...identity,
            from: dice.chance(85) ? (call.node as Ids["node"]) : node,
            node: dice.pick(this.#nodes) as Ids["node"],
          }
      }
    })()
    return this.#isFair(candidate) ? candidate : this.#reserve(organisation)
  }

  /** Mostly one that is open; sometimes one that has ended, sometimes one that never was. */
  #someCall(organisation: string): PlainCall {
    const dice = this.#dice
    const calls = this.clerk.calls.filter((call) => call.organisation === organisation)
    const open = calls.filter((call) => call.state === "reserved")
    if (open.length > 0 && !dice.chance(15)) return dice.pick(open)
    if (calls.length > 0 && !dice.chance(10)) return dice.pick(calls.slice(-50))
    return {
      id: dice.uuid(),
      run: dice.uuid(),
      node: this.#nodes[0],
      max: 1000,
      settles: "at_capture",
      remainderTo: null,
    } as Partial<PlainCall> as PlainCall
  }

  #reserve(organisation: Organisation["id"]): Reserve {
    const dice = this.#dice
    const keys = this.clerk.keys.filter((key) => key.organisation === organisation)
    const key = dice.chance(10) ? null : (dice.pick(keys).id as Ids["key"])
    const ask = this.clerk.runs.findLast((run) => run.organisation === organisation && run.kind === "ask" && run.key === key)
    const step = ask !== undefined && dice.chance(20)
    const idempotency = dice.chance(30)
      ? { endpoint: dice.pick(["execute", "ask"]), key: `order ${dice.below(12)}`, hash: dice.pick(["a", "a", "a", "b"]) }
      : null
    const names = Object.keys(rails)
    const options = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(names)).filter((name, i, all) => all.indexOf(name) === i)
    const [kind, waitMs] = [dice.pick(["direct", "direct", "relay", "ask"] as const), dice.below(3) * 1000]
    const max = dice.pick([
      options.some((rail) => rails[rail]!.option.deposits !== undefined) ? 2 : 0,
      1,
      49,
      50,
      1_000,
      1_000,
      2_500,
      dice.below(6_000),
      dice.below(30_000),
    ])
    return {
      _tag: "Reserve",
      organisation,
      key,
      wallet: false,
      call: dice.uuid() as Ids["call"],
      run: (step ? ask.id : dice.uuid()) as Ids["run"],
      step: dice.below(4),
      begins: step ? null : { kind, request: "{}", waitMs, idempotency },
      source: dice.pick(sources),
      ...(kind === "relay" && !step && dice.chance(50) ? { sourceDailyCap: usd(dice.below(60_000)) } : {}),
      operation,
      name: "Read",
      payee: dice.pick(["Registry Ltd", "Weather Oy"]),
      price: null,
      max: usd(max),
      maxSpend: dice.chance(80) ? null : usd(dice.below(8_000)),
      options: options.map((rail) => fundingOf(rail, dice.chance(40) ? `${organisation} nonce ${dice.below(400)}` : undefined)),
      attempts: dice.chance(20) ? [{ rail: "closed", outcome: "unavailable", reason: "no mandate" }] : [],
      node: dice.pick(this.#nodes) as Ids["node"],
      deadlineMs: 1_000 + dice.below(60_000),
      outcome: dice.chance(60)
        ? undefined
        : dice.chance(80)
          ? { amount: usd(max === 0 ? 0 : 1 + dice.below(max)), body: "{}" }
          : sourceFailed,
    }
  }

  /** Limits go up only: one that is lowered under what is held would look overspent to the audit. */
  #terms(organisation: Organisation["id"]): Command {
    const dice = this.#dice
    const account = dice.pick(Object.keys(rails))
    const limit = (this.clerk.account(organisation, account)?.credit ?? 0) + dice.below(2_000)
    const status = dice.pick(["active", "active", "suspended", undefined] as const)
    return {
      _tag: "ConfigureAccount",
      organisation,
      account,
      rail: account,
      ...(dice.chance(70) && { creditLimit: usd(limit) }),
      ...(status && { status }),
    }
  }

  #post(organisation: Organisation["id"]): Command {
    const dice = this.#dice
    const ref = `ref ${dice.below(500)}`
    const to = dice.pick(["credits", "credits", "credits", "sepa", "wallet", "prepaid", "nowhere"])
    const amount = dice.chance(4) ? 0 : 1 + dice.below(60_000)
    const account = this.clerk.account(organisation, to)
    const transfers = [{ debit: "outside:bank", credit: `buyer:${to}`, amount: usd(amount) }]
    // A chargeback may take an account below zero; the audit takes that for an overspent one while calls hold money on it.
    const back = account === undefined ? 0 : this.clerk.held(account) === 0 ? amount : Math.min(amount, this.clerk.left(account))
    if (dice.chance(25) && back > 0)
      return { _tag: "Post", organisation, ref, transfers: [{ debit: `buyer:${to}`, credit: "outside:chargeback", amount: usd(back) }] }
    if (dice.chance(10)) transfers.push({ debit: `buyer:${to}`, credit: "platform:fees", amount: usd(dice.below(amount + 1)) })
    return { _tag: "Post", organisation, ref, transfers }
  }

  /** Not generated is what no node of the gateway does: its answers are not agreed. */
  #isFair(command: Command): boolean {
    if (command._tag === "Post" || command._tag === "Cancel" || command._tag === "ConfigureAccount") return true
    const call = this.clerk.calls.find((c) => c.id === command.call)
    if (call === undefined) return true
    switch (command._tag) {
      case "Reserve":
        return this.#unanswered.has(call.id)
      case "Capture":
        if (call.state === "reserved") return command.error !== null || command.amount > 0n || call.remainderTo === null
        return (
          call.node === command.node && Number(command.amount) === call.amount && (command.error !== null) === (call.state === "refunded")
        )
      case "Settle":
        return call.state === "captured" || call.state === "refunded" || (call.state === "reserved" && command.settlement !== "failed")
      case "Release":
        return this.#unanswered.get(call.id) !== true
      default:
        return true
    }
  }
}

const sources = ["registry", "mail", "mail"]
const operation = "company.read"
const allOperations: ReadonlySet<string> = new Set(sources.map((source) => effectKey({ source, operation })))

const sourceFailed = { error: { code: "source_error", message: "The source failed." } }

const fundingOf = (rail: string, claim: string | undefined): PaymentOption => {
  const paid = option({ rail, ...rails[rail]!.option })
  return claim === undefined ? paid : { ...paid, claim }
}
