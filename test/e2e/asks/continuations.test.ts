import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at } from "../../../domain/ask/answer/documentValues.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { ask, askFixture, AskFixture, type AskBody, buy, cancelAsk, proceed, readAsk, runPlan } from "./fixture.ts"
import { chain, prices, type Script } from "./scripts.ts"

const ambiguous = (word: string, count = 3): Script => ({
  steps: chain(word).map((step, i) => (i === 0 ? { ...step, input: { word, count } } : step)),
})

/** An approved run that waits for a selection. */
const waiting = Effect.fnUntraced(function* (word: string) {
  const { a } = yield* AskFixture
  const { organisation, secret } = yield* newBuyer()
  const reply = yield* buy({ node: a, secret }, ambiguous(word))
  expect(reply.summary).toEqual([200, "needs_selection", "charged"])
  return { organisation, sent: { node: a, secret, key: `continue ${word}`.replaceAll(" ", "-") }, run: reply.body }
})

const altered = (run: AskBody, change: (state: Record<string, unknown>) => Record<string, unknown>): AskBody => ({
  ...run,
  continuation: { ...run.continuation!, state: change({ ...run.continuation!.state }) as never },
})

layer(askFixture(), { excludeTestServices: true })("continuations", (it) => {
  it.effect("a run with several entities waits, offers them, and continues with the selected one", () =>
    Effect.gen(function* () {
      const { b, dispatches } = yield* AskFixture
      const { organisation, run, sent } = yield* waiting("several")
      expect(run.candidates!.map(({ label }) => label)).toEqual(["several-1", "several-2", "several-3"])
      expect(run.candidates![1]!.attributes).toEqual({ name: "several-2", code: "C2" })
      for (const { attributes, evidence } of run.candidates!) {
        const result = run.results.find(({ result_ref }) => result_ref === evidence[0]!.result_ref)
        expect(at(result, evidence[0]!.pointer)).toMatchObject(attributes)
      }
      expect(run.answer).toMatchObject({ status: "unanswered", limitations: ["Not answered yet: goal 1. It waits for your selection."] })
      expect(run.continuation!.actions).toMatchObject([{ kind: "select_entity", requires_authorization: false }])
      expect(run.continuation!.state).toMatchObject({ schema_version: "2", revision: 1, focus: { goal_refs: ["g1"] } })
      expect((yield* readAsk(sent, run.id)).body).toEqual(run)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0 })
      const done = yield* proceed({ ...sent, node: b }, run, { entity_ref: run.candidates![1]!.entity_ref })
      expect(done.summary).toEqual([200, "completed", "charged"])
      expect(done.body.results.map(({ data }) => data.mill.word)).toEqual(["several.", "several-2.", "several-2.."])
      expect(done.body.continuation).toBeUndefined()
      expect(done.body.candidates).toBeUndefined()
      expect(dispatches("find", "several")).toBe(1)
      expect(yield* creditsPosition(organisation)).toMatchObject({
        posted: 25_000_000 - prices.find - prices.grind - prices.press,
        captured: 3,
        held: 0,
      })
    }),
  )

  it.effect("a continuation is used once: the same request is replayed, a different one conflicts", () =>
    Effect.gen(function* () {
      const { organisation, run, sent } = yield* waiting("once")
      const [first, second] = run.candidates!
      const done = yield* proceed(sent, run, { entity_ref: first!.entity_ref })
      expect(done.summary).toEqual([200, "completed", "charged"])
      const again = yield* proceed(sent, run, { entity_ref: first!.entity_ref })
      expect([again.summary, again.header("x-idempotent-replay")]).toEqual([done.summary, "true"])
      expect((yield* proceed(sent, run, { entity_ref: second!.entity_ref })).summary).toEqual([409, "idempotency_conflict", "none"])
      const other = yield* proceed({ ...sent, key: "another" }, run, { entity_ref: second!.entity_ref })
      expect(other.summary).toEqual([409, "continuation_changed", "none"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3 })
    }),
  )

  it.effect("of two concurrent continuations one succeeds, and the other is refused with continuation_changed", () =>
    Effect.gen(function* () {
      const { a, b } = yield* AskFixture
      for (let round = 0; round < 5; round++) {
        const { organisation, run, sent } = yield* waiting(`race${round}`)
        const replies = yield* Effect.forEach(
          [0, 1, 2, 3, 4, 5],
          (i) =>
            proceed({ ...sent, node: i % 2 === 0 ? a : b, key: `race-${round}-${i}` }, run, {
              entity_ref: run.candidates![i % 3]!.entity_ref,
            }),
          { concurrency: "unbounded" },
        )
        const summaries = replies.map((reply) => String(reply.summary)).sort()
        expect(summaries).toEqual(["200,completed,charged", ...Array.from({ length: 5 }, () => "409,continuation_changed,none")])
        expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3, held: 0 })
      }
    }),
  )

  it.effect("a continuation whose state was altered is refused, for every member of the state", () =>
    Effect.gen(function* () {
      const { run, sent } = yield* waiting("altered")
      const { run: other } = yield* waiting("foreign")
      const input = { entity_ref: run.candidates![0]!.entity_ref }
      const token = String(run.continuation!.state.state_token)
      const changes: ReadonlyArray<(state: Record<string, unknown>) => Record<string, unknown>> = [
        (state) => ({ ...state, revision: 2 }),
        (state) => ({ ...state, expires_at: "2099-01-01T00:00:00.000Z" }),
        (state) => ({ ...state, state_ref: crypto.randomUUID() }),
        (state) => ({ ...state, focus: { entity_refs: [], goal_refs: [] } }),
        (state) => ({ ...state, more: 1 }),
        (state) => ({ ...state, schema_version: "1" }),
        (state) => ({ ...state, state_token: `${token}A` }),
        (state) => ({ ...state, state_token: token.replace(".", "") }),
        (state) => ({ ...state, state_token: `nokey.${token.split(".")[1]}` }),
        (state) => ({ ...state, state_token: "" }),
        () => ({}),
        () => ({ ...other.continuation!.state }),
      ]
      for (const [i, change] of changes.entries()) {
        const reply = yield* proceed({ ...sent, key: `altered-${i}` }, altered(run, change), input)
        expect([i, ...reply.summary]).toEqual([i, 400, "invalid_continuation_state", "none"])
      }
      // The order of members is no change.
      const turned = altered(run, (state) => Object.fromEntries(Object.entries(state).toReversed()))
      expect((yield* proceed(sent, turned, input)).summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("a selection that was not offered is refused and does not use the continuation", () =>
    Effect.gen(function* () {
      const { run, sent } = yield* waiting("offered")
      const ref = run.candidates![0]!.entity_ref
      const bad = [{}, { entity_ref: "s0#/finds/9" }, { entity_ref: 0 }, { value: ref }, { entity_ref: ref, value: 1 }]
      for (const [i, input] of bad.entries()) {
        expect([i, ...(yield* proceed({ ...sent, key: `bad-${i}` }, run, input)).summary]).toEqual([
          i,
          422,
          "invalid_continuation_input",
          "none",
        ])
      }
      const action = yield* proceed({ ...sent, key: "action" }, run, { entity_ref: ref }, { action_id: "supply_input:word" })
      expect(action.summary).toEqual([422, "invalid_continuation_input", "none"])
      const { key: _, ...keyless } = sent
      expect((yield* proceed(keyless, run, { entity_ref: ref })).summary).toEqual([400, "invalid_request", "none"])
      expect((yield* proceed({ ...sent, key: "more" }, run, { entity_ref: ref }, { more: 1 })).summary).toEqual([
        400,
        "invalid_request",
        "none",
      ])
      expect((yield* proceed(sent, run, { entity_ref: ref })).summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("missing inputs are requested one by one, then the plan waits for its approval", () =>
    Effect.gen(function* () {
      const { a, b } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const script: Script = { steps: chain("lacks"), needs: ["word", "size"] }
      const waits = yield* ask({ node: a, secret }, script)
      expect(waits.summary).toEqual([200, "needs_input", "none"])
      expect(waits.body).toMatchObject({
        message: "I need to know word and size.",
        needs_input: [{ label: "Which word?" }, { label: "Which size?" }],
      })
      expect(waits.body.plan).toBeUndefined()
      expect(waits.body.continuation!.actions.map(({ kind, requires_authorization }) => [kind, requires_authorization])).toEqual([
        ["supply_input", true],
        ["supply_input", true],
      ])
      expect((yield* runPlan({ node: a, secret }, waits.body.id)).summary).toEqual([409, "plan_not_ready", "none"])
      expect((yield* proceed({ node: a, secret, key: "s0" }, waits.body, { value: 1 })).summary).toEqual([
        422,
        "invalid_continuation_input",
        "none",
      ])
      expect((yield* proceed({ node: a, secret, key: "s1" }, waits.body, { value: "x" })).summary).toEqual([
        422,
        "invalid_continuation_input",
        "none",
      ])
      const next = yield* proceed({ node: b, secret, key: "s2" }, waits.body, { value: "given" })
      expect(next.summary).toEqual([200, "needs_input", "none"])
      expect(next.body.id).toBe(waits.body.id)
      expect(next.body.needs_input).toMatchObject([{ label: "Which size?" }])
      const planned = yield* proceed({ node: a, secret, key: "s3" }, next.body, { value: "big" })
      expect(planned.summary).toEqual([200, "requires_approval", "none"])
      expect(planned.body.needs_input).toBeUndefined()
      const ran = yield* runPlan({ node: b, secret }, waits.body.id, { quote_ref: planned.body.plan!.quote_ref })
      expect([ran.summary, ran.body.results[0]!.data.mill.word]).toEqual([[200, "completed", "charged"], "given."])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3 })
    }),
  )

  it.effect("a selection in an automatic ask resumes under its max_spend; an input needs a new approval", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const choice: Script = { steps: chain("chosen"), choice: ["one", "two"] }
      const waits = yield* buy({ node: a, secret }, choice)
      expect(waits.summary).toEqual([200, "needs_selection", "none"])
      expect(waits.body.candidates).toMatchObject([{ entity_ref: "word:one", evidence: [] }, { entity_ref: "word:two" }])
      expect((yield* proceed({ node: a, secret, key: "c" }, waits.body, { entity_ref: "word:two" })).summary).toEqual([
        200,
        "completed",
        "charged",
      ])
      const planned = yield* ask({ node: a, secret }, choice)
      expect((yield* proceed({ node: a, secret, key: "p" }, planned.body, { entity_ref: "word:two" })).summary).toEqual([
        200,
        "requires_approval",
        "none",
      ])
      const dear = yield* buy({ node: a, secret }, choice, { max_spend: 0.001 })
      const refused = yield* proceed({ node: a, secret, key: "d" }, dear.body, { entity_ref: "word:two" })
      expect([refused.summary, refused.body.error?.limit]).toEqual([[402, "spend_limit_exceeded", "none"], "max_spend"])
      const lacking = yield* buy({ node: a, secret }, { steps: chain("x"), needs: ["word"] })
      expect(lacking.summary).toEqual([200, "needs_input", "none"])
      expect((yield* proceed({ node: a, secret, key: "n" }, lacking.body, { value: "auto-input" })).summary).toEqual([
        200,
        "requires_approval",
        "none",
      ])
    }),
  )

  it.effect("an older key still verifies once a newer one signs; a cancelled run offers nothing", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { run, sent } = yield* waiting("rotated")
      yield* sql`update continuation_key set created_at = created_at - interval '30 days 1 hour'`
      yield* sql`insert into continuation_key (id, secret) values ('newer', 'bmV3ZXI')`
      expect((yield* proceed(sent, run, { entity_ref: run.candidates![0]!.entity_ref })).summary).toEqual([200, "completed", "charged"])
      const { run: other, sent: theirs } = yield* waiting("cancelled")
      expect((yield* cancelAsk(theirs, other.id)).summary).toEqual([200, "cancelled", "charged"])
      expect((yield* readAsk(theirs, other.id)).body.continuation).toBeUndefined()
      const late = yield* proceed(theirs, other, { entity_ref: other.candidates![0]!.entity_ref })
      expect(late.summary).toEqual([409, "run_cancelled", "none"])
    }),
  )

  it.effect("an expired continuation is refused", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { run, sent } = yield* waiting("late")
      yield* sql`update clock set ahead = ahead + interval '16 minutes'`
      const late = yield* proceed(sent, run, { entity_ref: run.candidates![0]!.entity_ref })
      expect(late.summary).toEqual([409, "continuation_changed", "none"])
      // The delivered step stays readable; the step that waited for the selection was not bought.
      const ended = yield* readAsk(sent, run.id)
      expect([ended.summary, ended.body.error?.code, ended.body.results.length]).toEqual([
        [502, "failed", "charged"],
        "continuation_expired",
        1,
      ])
      expect((yield* readAsk(sent, run.id)).body).toEqual(ended.body)
    }),
  )

  it.effect("a run whose continuation expired ends without being read, and its row is deleted", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { organisation, run } = yield* waiting("unread")
      const { run: other, sent } = yield* waiting("unread-cancelled")
      yield* cancelAsk(sent, other.id)
      yield* sql`update clock set ahead = ahead + interval '16 minutes'`
      const rows = sql<{ readonly status: string; readonly code: string }>`
        select status, error ->> 'code' as code from run where id = ${run.id}`
      yield* until(Effect.map(rows, ([row]) => row!.status !== "needs_selection"))
      expect((yield* rows)[0]).toEqual({ status: "failed", code: "continuation_expired" })
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0 })
      const left = sql`select run from ask_waiting where run in (${run.id}, ${other.id})`
      yield* until(Effect.map(left, (rows) => rows.length === 0))
    }),
  )

  it.effect("the audit finds no violation after all continuations", () => expectCleanAudit)
})
