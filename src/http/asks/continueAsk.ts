import { Effect, Result, Schema } from "effect"
import { type Ask, listKey } from "../../../domain/ask/Ask.ts"
import type { AskRecord } from "../../../domain/ask/AskStore.ts"
import { type ApprovalTerms, freshIds } from "../../../domain/ask/begin.ts"
import { actionsOf, ContinuationState, fitsSchema, sealedText, StateSigner } from "../../../domain/ask/continuation.ts"
import type { Draft } from "../../../domain/ask/Plan.ts"
import { InvalidContinuationInput, InvalidContinuationState } from "../../../domain/ask/refusals.ts"
import { remainingSteps } from "../../../domain/ask/stepVerdicts.ts"
import { continuationChanged, resume, type ResumeRequest, type SupportedDraft } from "../../../domain/ask/resume.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import { Node } from "../../../domain/Node.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { invalidBody, parseObject } from "../../../rails/http/body.ts"
import { CurrentCaller, RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { scopeRefusal } from "../../../rails/http/RoutePolicy.ts"
import { defaultWaitSeconds } from "../calls/api.ts"
import { replayOr } from "../paid/idempotency.ts"
import { requireSpending } from "../paid/order.ts"
import { ContinueBody } from "./api.ts"
import { AskSettings, draftWithin, dryRunDraft, dryRunSteps, maximumOfDraft, meansFor, orWithoutFallbacks, unsupported } from "./plan.ts"
import { answerStep, askIdentity } from "./step.ts"
import { askOf, mayBuy, offeredIn } from "../runs/ask.ts"

const { state: _, ...otherFields } = ContinueBody.fields
const decode = Schema.decodeUnknownEffect(Schema.Struct({ ...otherFields, state: Schema.Unknown }), { onExcessProperty: "error" })
const decodeState = Schema.decodeUnknownResult(ContinuationState, { onExcessProperty: "error" })

/** `POST /v2/asks/{id}/continue`: answers the open question of the run. Nothing that was bought is bought again. */
export const continueAsk = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const sent = yield* RequestBody
  const body = yield* parseObject(sent)
  const { action_id, input, limit, state, wait_seconds = defaultWaitSeconds } = yield* Effect.mapError(decode(body), invalidBody)
  const { dryRun, idempotent, rail, tag } = yield* askIdentity(sent, "ask_continue", `/v2/asks/${id}/continue`, body)
  const { keyUse } = idempotent
  if (keyUse === null) return yield* new InvalidRequest({ message: "Send an Idempotency-Key with a continuation. Nothing was charged." })

  const record = yield* askOf(id)
  const { ask, run } = record
  const refusal = scopeRefusal(caller, mayBuy(ask) ? "ask:execute" : "ask:create")
  if (refusal !== undefined) return yield* refusal

  const first = Effect.gen(function* () {
    const { revision, state_ref: stateRef } = yield* verifiedState(record, state)
    const changed = continuationChanged(run, ask, { stateRef, revision }, record.now)
    if (changed !== undefined) return yield* changed
    const choice = yield* choiceOf(record, action_id, input)
    const request = { id: (yield* RequestContext).requestId, node: (yield* Node).id, idempotency: keyUse, stateRef, revision }
    const take = (taking: ResumeRequest["taking"]) => {
      const resuming: ResumeRequest = { ...request, waitMs: wait_seconds * 1000, taking }
      return answerStep({ run: run.id, waitSeconds: wait_seconds, idempotent, approves: false, decide: (scene) => resume(scene, resuming) })
    }
    if (choice._tag === "Select") {
      const selection = selecting(record, choice, { limit, rail, tag })
      if (dryRun) return yield* dryRunSteps(selection.steps, { ...selection.terms, maxSpend: null })
      yield* requireSpending()
      return yield* take({ ...selection, means: yield* meansFor(selection.max, selection.terms.rail, null) })
    }
    const planning = { wish: ask.wish, maxSpend: ask.maxSpend, given: { ...ask.given, ...choice.given }, limit: limit ?? ask.limit }
    const planned = Effect.catchTag(draftWithin(planning), "invalid_source_input", ({ message }) => Effect.fail(invalidInput(message)))
    const draft = yield* supported(yield* planned, run.id)
    if (dryRun) return yield* dryRunDraft(draft, { rail, maxSpend: ask.maxSpend })
    const continuesAtOnce = ask.mode === "auto" && ask.open?._tag === "Choice"
    if (!continuesAtOnce) return yield* take(yield* replanned(planning, draft, null))
    yield* requireSpending()
    const terms = { rail, preference: caller.preference, limit: planning.limit, tag }
    return yield* orWithoutFallbacks(
      planning,
      draft,
      Effect.fnUntraced(function* (chosen) {
        return yield* take(yield* replanned(planning, yield* supported(chosen, run.id), terms))
      }),
    )
  })
  return dryRun ? yield* first : yield* replayOr(idempotent, first)
})

/** The state as it was signed for this run. */
const verifiedState = Effect.fnUntraced(function* ({ run }: AskRecord, sent: unknown) {
  const signer = yield* StateSigner
  const read = decodeState(sent)
  const altered = new InvalidContinuationState({
    message: "The continuation state is not the one of this run. Copy `continuation.state` unchanged from the run. Nothing was charged.",
  })
  if (Result.isFailure(read)) return yield* altered
  return (yield* signer.verify(sealedText(run, read.success), read.success.state_token)) ? read.success : yield* altered
})

/** The entity that was selected, or the input that was given. */
type Choice =
  | { readonly _tag: "Select"; readonly listKey: string; readonly place: number }
  | { readonly _tag: "Replan"; readonly given: Ask["given"] }

/** 422 if the run offers no such action, or the action takes no such input. */
const choiceOf = Effect.fnUntraced(function* (record: AskRecord, actionId: string, input: Readonly<Record<string, Schema.Json>>) {
  const { open } = record.ask
  const candidates = offeredIn(record)
  const action = actionsOf(record.ask, candidates).find(({ action_id }) => action_id === actionId)
  if (action === undefined || open === null)
    return yield* invalidInput("The run offers no such action. Take an action_id from its continuation.")
  const member = action.kind === "select_entity" ? "entity_ref" : "value"
  const given = input[member]
  if (given === undefined || Object.keys(input).length !== 1)
    return yield* invalidInput(`The input of this action is an object with the member ${member} alone.`)
  const place = candidates.findIndex(({ entity_ref }) => entity_ref === given)
  if (action.kind === "select_entity" && place === -1) return yield* invalidInput("Select one of the candidates by its entity_ref.")
  if (open._tag === "Found") return { _tag: "Select", listKey: listKey(open), place } satisfies Choice
  const need = open._tag === "Needs" ? open.needs.find(({ id }) => actionId === `supply_input:${id}`) : undefined
  if (need !== undefined && !fitsSchema(need.schema, given))
    return yield* invalidInput(`The value does not fit the input_schema of this action. ${need.label}`)
  return { _tag: "Replan", given: { [need?.id ?? (open._tag === "Choice" ? open.id : "")]: given } } satisfies Choice
})

/** The selection with the steps that are still to be bought: on the approved terms, or for fewer documents, or on another rail. */
const selecting = (
  { ask, calls }: AskRecord,
  { listKey, place }: Choice & { readonly _tag: "Select" },
  { limit, rail, tag }: Pick<ApprovalTerms, "rail" | "tag"> & { readonly limit: number | undefined },
) => {
  const approved = ask.approval ?? { rail: null, preference: [], limit: ask.limit, tag: null }
  const terms: ApprovalTerms = {
    rail: rail ?? approved.rail,
    preference: approved.preference,
    limit: Math.min(limit ?? approved.limit, approved.limit),
    tag: tag ?? approved.tag,
  }
  const steps = remainingSteps({ ask: { ...ask, selections: { ...ask.selections, [listKey]: place } }, calls })
  return { _tag: "Select", listKey, place, terms, steps, max: planMaximum({ steps }, terms.limit) } as const
}

/** 422 if no source answers the wish with the given input: the run stays as it was. */
const supported = Effect.fnUntraced(function* (draft: Draft, run: RunId) {
  return draft._tag === "Unsupported" ? yield* unsupported(draft.message, run) : draft
})

/** With terms the run continues at once; without, the new plan waits for its approval. */
const replanned = Effect.fnUntraced(function* (
  { given, limit, maxSpend }: Pick<Ask, "given" | "limit" | "maxSpend">,
  draft: SupportedDraft,
  terms: ApprovalTerms | null,
) {
  return {
    _tag: "Replan",
    given,
    draft,
    limit,
    quoteTtlMs: (yield* AskSettings).quoteTtlMs,
    fresh: yield* freshIds(draft._tag === "Planned" ? draft.plan.steps.length : 0),
    approves: terms === null ? null : { means: yield* meansFor(maximumOfDraft(draft), terms.rail, maxSpend), terms },
  } satisfies ResumeRequest["taking"]
})

const invalidInput = (message: string) => new InvalidContinuationInput({ message: `${message} Nothing was charged.` })
