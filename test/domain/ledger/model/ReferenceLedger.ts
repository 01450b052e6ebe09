import type { Capture, Command, Post, Reserve, ConfigureAccount } from "../../../../domain/ledger/command.ts"
import { ReferenceState, type PlainCall, runView, type Description, viewOf } from "./ReferenceState.ts"

/** Takes commands one after another and answers them from the plain books. */
export class ReferenceLedger extends ReferenceState {
  answer(command: Command): Description {
    switch (command._tag) {
      case "Reserve":
        return this.reserve(command)
      case "Post":
        return this.post(command)
      case "Cancel":
        return this.cancel(command.organisation, command.run, command.withEffects !== undefined)
      case "ConfigureAccount":
        return this.terms(command)
      default: {
        const call = this.calls.find((c) => c.id === command.call)
        if (call === undefined) return { no: "CallNotOpen", state: "missing" }
        const mine = call.state === "reserved" && call.node === ("node" in command ? command.node : call.node)
        switch (command._tag) {
          case "Deliver":
            if (call.document !== null && call.state !== "released") return viewOf(call)
            if (!mine) return notOpen(call)
            call.document = command.body
            call.amount = Number(command.amount)
            if (command.settling && call.settlement === "none") call.settlement = "pending"
            return viewOf(call)
          case "Capture":
            return this.capture(call, mine, command)
          case "Release":
            if (call.state === "released") return { call: viewOf(call), run: this.runOf(call.run) }
            if (!mine) return notOpen(call)
            if (!command.declined && call.settlement !== "none") return { no: "Impossible" }
            this.release(call, command.why.message)
            if (command.declined) call.settlement = "failed"
            this.endRun(call.run, "failed", command.why.code)
            return { call: viewOf(call), run: this.runOf(call.run) }
          case "Settle": {
            if (call.settlement === command.settlement) return viewOf(call)
            const later = call.settles === "later" && call.state === "captured"
            const allowed =
              call.settlement === "settled"
                ? command.settlement === "failed" || (command.settlement === "pending" && later)
                : call.settlement !== "failed" || (command.settlement === "settled" && later)
            if (!allowed || command.settlement === "none") return call.state === "reserved" ? { no: "Impossible" } : notOpen(call)
            call.settlement = command.settlement
            call.proof = command.proof ?? call.proof
            call.lastError = command.reason ?? call.lastError
            this.events.push({ call: call.id, type: `settlement.${command.settlement}` })
            return viewOf(call)
          }
          case "Refund":
            throw new Error("refunds are not generated")
          case "TakeOver":
            if (mine) return viewOf(call)
            if (call.state !== "reserved" || call.node !== command.from) return notOpen(call)
            call.node = command.node
            return viewOf(call)
        }
      }
    }
  }

  private terms({ account: id, creditLimit, organisation, status }: ConfigureAccount): Description {
    let account = this.account(organisation, id)
    if (account === undefined) this.accounts.push((account = { organisation, id, credit: 0, suspended: false }))
    if (creditLimit !== undefined) account.credit = Number(creditLimit)
    if (status !== undefined) account.suspended = status === "suspended"
    return { credit: account.credit, suspended: account.suspended }
  }

  private reserve(c: Reserve): Description {
    const again = this.calls.find((call) => call.id === c.call)
    if (again !== undefined && endedWith(again, c)) return this.closed(again)
    if (again !== undefined) return again.state === "reserved" && again.node === c.node ? this.hold(again) : notOpen(again)
    const wanted = c.begins?.idempotency ?? null
    const name = wanted === null || c.key === null ? null : `${c.key} ${wanted.endpoint} ${wanted.key}`
    const earlier = this.idempotency.find((entry) => entry.name === name)
    if (earlier !== undefined) return earlier.hash === wanted!.hash ? { is: "Earlier", run: earlier.run } : { no: "idempotency_conflict" }
    if (c.begins === null && this.runs.find((run) => run.id === c.run)?.status === "cancelled") return { no: "run_cancelled" }
    const refusal = this.mayNotSpend(c)
    if (refusal !== undefined) return refusal
    const attempts = c.attempts.map((attempt) => `${attempt.rail} ${attempt.outcome}`)
    const taken = c.options.filter((option) => this.claims.some((claim) => claim.hash === option.claim))
    attempts.push(...taken.map((option) => `${option.rail} unavailable`))
    let most = 0
    for (const option of c.options.filter((f) => !taken.includes(f))) {
      const account = this.account(c.organisation, option.account)
      if (account === undefined || account.suspended) {
        attempts.push(`${option.rail} unavailable`)
        continue
      }
      const today = new Date(this.now).toJSON().slice(0, 10)
      const underCap =
        option.dailyCap === undefined ? Infinity : Number(option.dailyCap) - this.spent(c.organisation, { rail: option.rail }, today)
      const covers = Math.max(0, Math.min(this.left(account), underCap))
      most = Math.max(most, covers)
      if (c.max > covers) {
        attempts.push(`${option.rail} insufficient`)
        continue
      }
      const { deposits, feeBasisPoints: fee, rail, settles } = option
      const call: PlainCall = {
        organisation: c.organisation,
        id: c.call,
        run: c.run,
        key: c.key,
        rail,
        api: (c.begins?.kind ?? this.runs.find((run) => run.id === c.run)?.kind) === "relay" ? c.source : null,
        account: option.account,
        fee,
        settles,
        remainderTo: deposits?.remainderTo ?? null,
        payee: c.payee,
        max: Number(c.max),
        attempts: [...attempts, `${rail} selected`].sort(),
        reservedAt: this.now,
        deadline: this.now + c.deadlineMs,
        amount: Number(c.max),
        state: "reserved",
        settlement: settles === "before_dispatch" ? "pending" : "none",
        node: c.node,
        document: null,
        proof: null,
        lastError: null,
        closedAt: null,
      }
      this.calls.push(call)
      if (option.claim !== undefined) this.claims.push({ hash: option.claim, call: c.call })
      if (c.begins !== null) {
        const { organisation, key } = c
        const run = {
          organisation,
          id: c.run,
          key,
          kind: c.begins.kind,
          idempotency: name,
          status: "running",
          error: null,
          finishedAt: null,
        }
        this.runs.push(run)
        if (name !== null) this.idempotency.push({ name, hash: wanted!.hash, run: c.run, organisation })
      }
      if (c.outcome === undefined || settles === "before_dispatch") return this.hold(call)
      return settles === "before_answer" ? this.deliver(call, c) : this.close(call, c)
    }
    const suspended = c.options.filter((f) => !taken.includes(f) && this.account(c.organisation, f.account)?.suspended === true)
    if (suspended.length > 0 && suspended.length === attempts.length) return { no: "organisation_unavailable" }
    return { no: "insufficient_balance", required: Number(c.max), available: most }
  }

  private hold(call: PlainCall): Description {
    const accounts = this.accounts.filter((account) => account.organisation === call.organisation && !account.suspended)
    const balance = accounts.reduce((sum, account) => sum + this.left(account), 0)
    return { is: "Reserved", call: viewOf(call), run: this.runOf(call.run), balance }
  }

  /** A reservation that brings what the operation answered, on a rail that settles next. */
  private deliver(call: PlainCall, { outcome, organisation, node }: Reserve): Description {
    const id = call.id as Reserve["call"]
    if (!("error" in outcome!)) this.answer({ _tag: "Deliver", organisation, call: id, node, ...outcome!, settling: true })
    return this.hold(call)
  }

  /** A reservation that brings what the operation answered ends as if the capture or the release had followed it. */
  private close(call: PlainCall, { outcome, organisation, node }: Reserve): Description {
    const identity = { organisation, call: call.id as Reserve["call"], node }
    this.answer(
      "error" in outcome!
        ? { _tag: "Release", ...identity, why: outcome.error, declined: false }
        : { _tag: "Capture", ...identity, ...outcome!, proof: null, error: null },
    )
    return this.closed(call)
  }

  private closed(call: PlainCall): Description {
    return { is: "Closed", call: viewOf(call), run: this.runOf(call.run) }
  }

  private mayNotSpend(c: Reserve): Description | undefined {
    const organisation = this.organisations.find((o) => o.id === c.organisation)!
    const key = this.keys.find((k) => k.id === c.key)
    if (key?.revoked === true) return { no: "api_key_revoked" }
    if (key !== undefined && key.expiresAt <= this.now) return { no: "api_key_expired" }
    if (organisation.suspended) return { no: "organisation_unavailable" }
    if (!organisation.spending) return { no: "spending_not_permitted" }
    const waitsForRail = ({ document, settlement }: PlainCall) =>
      settlement === "unknown" || (settlement === "pending" && document !== null)
    const executing = this.calls.filter((call) => call.organisation === c.organisation && call.state === "reserved" && !waitsForRail(call))
    if (executing.length >= organisation.concurrency) return { no: "rate_limit_exceeded" }
    const over = (limit: string, left: number): Description | undefined =>
      c.max > left ? { no: `spend_limit_exceeded ${limit}`, required: Number(c.max), available: Math.max(0, left) } : undefined
    const date = new Date(this.now).toJSON()
    const spent = (period: string) => this.spent(c.organisation, { key: key!.id }, period)
    return (
      (c.maxSpend === null ? undefined : over("max_spend", Number(c.maxSpend))) ??
      (key === undefined || key.perRequest === null ? undefined : over("per_request", key.perRequest)) ??
      (key === undefined || key.monthly === null ? undefined : over("monthly", key.monthly - spent(date.slice(0, 7)))) ??
      (key === undefined || key.daily === null ? undefined : over("daily", key.daily - spent(date.slice(0, 10)))) ??
      (c.max > Number(c.sourceDailyCap ?? Infinity) - this.spent(c.organisation, { api: c.source }, date.slice(0, 10))
        ? { no: "source_unavailable" }
        : undefined)
    )
  }

  private capture(call: PlainCall, mine: boolean, c: Capture): Description {
    if (call.state === "captured" || call.state === "refunded") return { call: viewOf(call), run: this.runOf(call.run) }
    if (!mine) return notOpen(call)
    const unproven = call.settles.startsWith("before_") && call.settlement !== "settled" && c.proof === null
    const nothing = c.amount > 0n && call.document === null && c.body === null
    if (c.amount > call.max || nothing || unproven) return { no: "Impossible" }
    const amount = Number(c.amount)
    const fee = Math.floor((amount * call.fee) / 10_000)
    const payer = `buyer:${call.account}`
    const book = (debit: string, credit: string, n: number) => {
      if (n > 0 && debit !== credit) this.journal.push({ organisation: call.organisation, of: call.id, debit, credit, amount: n })
    }
    if (call.remainderTo !== null) book(`outside:${call.rail}`, payer, call.max)
    book(payer, `payee:${call.payee}`, amount - fee)
    book(payer, "platform:fees", fee)
    if (call.remainderTo !== null) book(payer, `buyer:${call.remainderTo}`, call.max - amount)
    call.state = c.error !== null && call.remainderTo !== null ? "refunded" : "captured"
    if (call.settlement !== "settled") call.settlement = call.settles === "later" ? "pending" : "settled"
    call.amount = amount
    call.document ??= c.body
    call.proof = c.proof ?? call.proof
    call.lastError = c.error?.message ?? call.lastError
    call.closedAt = this.now
    this.endRun(call.run, c.error === null ? "completed" : "failed", c.error?.code ?? null)
    return { call: viewOf(call), run: this.runOf(call.run) }
  }

  private release(call: PlainCall, why: string): void {
    Object.assign(call, { state: "released", amount: 0, lastError: why, closedAt: this.now })
  }

  /** A run of one call ends with it. One that failed may be attempts again under its Idempotency-Key. */
  private endRun(id: string, status: "completed" | "failed", error: string | null): void {
    const run = this.runs.find((r) => r.id === id)
    if (run === undefined || run.kind === "ask" || run.finishedAt !== null) return
    Object.assign(run, { status, error, finishedAt: this.now })
    const charged = this.calls.some((call) => call.run === id && call.state !== "released")
    if (!charged) this.idempotency = this.idempotency.filter((entry) => entry.name !== run.idempotency)
  }

  private post(c: Post): Description {
    const ref = `${c.organisation} ${c.ref}`
    if (this.refs.includes(ref)) return { posted: false }
    for (const { amount, credit, debit } of c.transfers) {
      if (amount <= 0n) return { no: "Impossible" }
      for (const side of [debit, credit]) {
        if (side.startsWith("buyer:") && this.account(c.organisation, side.slice(6)) === undefined) return { no: "Impossible" }
      }
    }
    this.refs.push(ref)
    for (const { amount, credit, debit } of c.transfers) {
      this.journal.push({ organisation: c.organisation, of: c.ref, debit, credit, amount: Number(amount) })
    }
    return { posted: true }
  }

  /** `effects`: every call may have changed something at its source. */
  private cancel(organisation: string, id: string, effects: boolean): Description {
    const run = this.runs.find((r) => r.id === id && r.organisation === organisation)
    if (run === undefined) return { no: "run_not_found" }
    const open = this.calls.filter((call) => call.run === id && call.state === "reserved")
    const stoppable = effects ? [] : open.filter((call) => call.document === null && call.settlement === "none")
    const isDelivered = run.kind !== "ask" && !effects && stoppable.length < open.length
    if (run.status !== "running" || isDelivered) return this.runOf(id)!
    for (const call of stoppable) this.release(call, "The run was cancelled before the source delivered.")
    Object.assign(run, { status: "cancelled", finishedAt: this.now })
    return this.runOf(id)!
  }

  private runOf(id: string): Description | null {
    const run = this.runs.find((r) => r.id === id)
    return run === undefined ? null : runView(run)
  }
}

/** Whether the call has the end that the reservation brings. */
const endedWith = ({ amount, node, state }: PlainCall, { node: own, outcome }: Reserve): boolean => {
  if (outcome === undefined) return false
  return "error" in outcome ? state === "released" : state === "captured" && node === own && amount === Number(outcome.amount)
}

const notOpen = (call: PlainCall): Description => ({ no: "CallNotOpen", state: call.state })
