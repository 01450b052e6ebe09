import { Effect, Schema } from "effect"
import type { Ask } from "../../../domain/ask/Ask.ts"
import { type AskFilter, AskStore, type ListedAsk } from "../../../domain/ask/AskStore.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import { Money, sum, toMoney } from "../../../domain/money/Money.ts"
import { isoTime } from "../../../domain/time.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { isCharged, isHeld } from "../paid/answer.ts"
import { approvalReason } from "../runs/ask.ts"
import { RunStatus } from "../runs/runObject.ts"

const MoneyView = Schema.toEncoded(Money)

/** An ask in a list: what was requested, where it is, and what it costs. `GET /v2/asks/{id}` has the rest. */
const AskSummary = Schema.Struct({
  id: Schema.String,
  status: RunStatus,
  question: Schema.NullOr(Schema.String),
  /** The slug of the workflow that was started in place of a question. */
  workflow: Schema.NullOr(Schema.String),
  /** The most that the plan can cost; null without a plan. */
  estimated_total: Schema.NullOr(MoneyView),
  /** Until when the plan holds its prices; null without a plan. */
  expires_at: Schema.NullOr(Schema.String),
  approval_required_reason: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  /** What was charged, and what is held. */
  cost: MoneyView,
  held: MoneyView,
  created_at: Schema.String,
  finished_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "AskSummary" })

export const AskList = Schema.Struct({ asks: Schema.Array(AskSummary), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "AskList",
})

/** `GET /v2/asks`: the asks of the calling key, the newest first. */
export const listAsks = Effect.fnUntraced(function* (filter: AskFilter, limit: number) {
  const { key, organisation } = yield* CurrentCaller
  const { asks, next } = yield* Effect.flatMap(AskStore, (store) => store.list(organisation, key, filter, limit))
  return { asks: asks.map(summaryOf), next_cursor: next }
})

const summaryOf = ({ ask, calls, run }: ListedAsk): typeof AskSummary.Encoded => ({
  id: run.id,
  status: run.status,
  ...wishOf(ask),
  estimated_total: ask.plan === null ? null : toMoney(planMaximum(ask.plan)),
  expires_at: ask.quote === null ? null : isoTime(ask.quote.expiresAt),
  approval_required_reason: approvalReason({ ask, run }),
  cost: toMoney(sum(calls.filter(isCharged).map(({ amount }) => amount))),
  held: toMoney(sum(calls.filter(isHeld).map(({ max }) => max))),
  created_at: isoTime(run.createdAt),
  finished_at: run.finishedAt === null ? null : isoTime(run.finishedAt),
})

const wishOf = ({ wish }: Ask) =>
  wish._tag === "Question" ? { question: wish.question, workflow: null } : { question: null, workflow: wish.slug }
