import { Effect, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { type Ask, listKey } from "../../../../domain/ask/Ask.ts"
import type { AskRecord } from "../../../../domain/ask/AskStore.ts"
import { type ApprovalTerms, freshIds } from "../../../../domain/ask/begin.ts"
import { actionsOf, ContinuationState, fitsSchema, sealedText, StateSigner } from "../../../../domain/ask/continuation.ts"
import type { Draft } from "../../../../domain/ask/Plan.ts"
import { InvalidContinuationInput, InvalidContinuationState } from "../../../../domain/ask/refusals.ts"
import { remainingSteps } from "../../../../domain/ask/stepVerdicts.ts"
import { continuationChanged, resume, type ResumeRequest, type SupportedDraft } from "../../../../domain/ask/resume.ts"
import { planMaximum } from "../../../../domain/ask/spending.ts"
import { RunId } from "../../../../domain/money/ids.ts"
import { InvalidRequest } from "../../../../domain/Refusal.ts"
import { scopeRefusal } from "../../Admission.ts"
import { ContinueBody } from "../../api/asks.ts"
import { CurrentCaller, RequestBody } from "../../Exchange.ts"
import { malformed } from "../../mistake.ts"
import { parseObject } from "../../readBody.ts"
import { offeredIn } from "../../views/ask.ts"
import { answerRun } from "../readRun.ts"
import { replay } from "../replay.ts"
import { maySpend } from "./ask.ts"
import { askOf } from "./askOf.ts"
import { move, movingBy } from "./moving.ts"
import { draftWithin, foretell, foretellDraft, maximumOfDraft, meansFor, orWithoutFallbacks, unsupported } from "./planning.ts"
import { AskSettings, defaultWaitSeconds } from "./settings.ts"

const { state: _, ...others } = ContinueBody.fields
const decode = Schema.decodeUnknownEffect(Schema.Struct({ ...others, state: Schema.Unknown }), { onExcessProperty: "error" })
const decodeState = Schema.decodeUnknownResult(ContinuationState, { onExcessProperty: "error" })

/** `POST /v2/asks/{id}/continue`: answers what the run asks its buyer. Nothing that was bought is bought again. */
export const continueAsk = Effect.fnUntraced(function* ({
  params,
  request,
}: {
  readonly params: { readonly id: string }
  readonly request: HttpServerRequest
}) {
  const caller = yield* CurrentCaller
  const body = yield* Effect.flatMap(RequestBody, parseObject)
  const { action_id, input, limit, state: brought, wait_seconds = defaultWaitSeconds } = yield* Effect.mapError(decode(body), malformed)
  const moving = yield* movingBy(request, "continue", params.id, body)
  const { idempotency, rail } = moving
  if (idempotency === null)
    return yield* new InvalidRequest({ message: "Send an Idempotency-Key with a continuation. Nothing was charged." })

  const record = yield* askOf(RunId.make(params.id))
  const { ask, run } = record
  const refusal = scopeRefusal(caller, mayBuy(ask) ? "ask:execute" : "ask:create")
  if (refusal !== undefined) return yield* refusal
  if (!moving.dryRun && caller.earlier !== null) return yield* replay(caller.earlier, moving.hash, answerRun)

  const state = yield* signed(record, brought)
  const changed = continuationChanged(run, ask, { stateRef: state.state_ref, revision: state.revision }, record.now)
  if (changed !== undefined) return yield* changed
  const chosen = yield* chosenBy(record, action_id, input)
  const go = (taking: ResumeRequest["taking"]) => {
    const { revision, state_ref: stateRef } = state
    const resuming: ResumeRequest = { ...moving, idempotency, stateRef, revision, waitMs: wait_seconds * 1000, taking }
    return move({ ...moving, run: run.id, waitSeconds: wait_seconds, approves: false, decide: (scene) => resume(scene, resuming) })
  }
  if (chosen._tag === "Select") {
    const selection = selecting(record, chosen, limit, rail)
    if (moving.dryRun) return yield* foretell(selection.steps, { ...selection.terms, maxSpend: null })
    yield* maySpend()
    return yield* go({ ...selection, means: yield* meansFor(selection.max, selection.terms.rail, null) })
  }
  const wished = { wish: ask.wish, maxSpend: ask.maxSpend, given: { ...ask.given, ...chosen.given }, limit: limit ?? ask.limit }
  const planned = Effect.catchTag(draftWithin(wished), "invalid_source_input", ({ message }) => misfit(message))
  const draft = yield* supported(yield* planned, run.id)
  if (moving.dryRun) return yield* foretellDraft(draft, { rail, maxSpend: ask.maxSpend })
  const goesOn = ask.mode === "auto" && ask.open?._tag === "Choice"
  if (!goesOn) return yield* go(yield* replanned(wished, draft, null))
  yield* maySpend()
  const terms = { rail, preference: caller.preference, limit: wished.limit }
  return yield* orWithoutFallbacks(
    wished,
    draft,
    Effect.fnUntraced(function* (chosen) {
      return yield* go(yield* replanned(wished, yield* supported(chosen, run.id), terms))
    }),
  )
})

/** Whether what comes of the ask is bought without another approval. */
export const mayBuy = ({ approval, mode }: Pick<Ask, "approval" | "mode">): boolean => mode === "auto" || approval !== null

/** The state as it was signed for this run. */
const signed = Effect.fnUntraced(function* ({ run }: AskRecord, brought: unknown) {
  const seal = yield* StateSigner
  const read = decodeState(brought)
  const altered = new InvalidContinuationState({
    message: "The continuation state is not the one of this run. Copy `continuation.state` unchanged from the run. Nothing was charged.",
  })
  if (Result.isFailure(read)) return yield* altered
  return (yield* seal.verify(sealedText(run, read.success), read.success.state_token)) ? read.success : yield* altered
})

/** What was chosen, or given; 422 where the run offers no such action, or the action no such input. */
type Chosen =
  | { readonly _tag: "Select"; readonly listKey: string; readonly place: number }
  | { readonly _tag: "Replan"; readonly given: Ask["given"] }

const chosenBy = Effect.fnUntraced(function* (record: AskRecord, actionId: string, input: Readonly<Record<string, Schema.Json>>) {
  const { open } = record.ask
  const candidates = offeredIn(record)
  const action = actionsOf(record.ask, candidates).find(({ action_id }) => action_id === actionId)
  if (action === undefined || open === null) return yield* misfit("The run offers no such action. Take an action_id from its continuation.")
  const member = action.kind === "select_entity" ? "entity_ref" : "value"
  const given = input[member]
  if (given === undefined || Object.keys(input).length !== 1)
    return yield* misfit(`The input of this action is an object with the member ${member} alone.`)
  const place = candidates.findIndex(({ entity_ref }) => entity_ref === given)
  if (action.kind === "select_entity" && place === -1) return yield* misfit("Select one of the candidates by its entity_ref.")
  if (open._tag === "Found") return { _tag: "Select", listKey: listKey(open), place } satisfies Chosen
  const need = open._tag === "Needs" ? open.needs.find(({ id }) => actionId === `supply_input:${id}`) : undefined
  if (need !== undefined && !fitsSchema(need.schema, given))
    return yield* misfit(`The value is not what this action's input_schema asks for. ${need.label}`)
  return { _tag: "Replan", given: { [need?.id ?? (open._tag === "Choice" ? open.id : "")]: given } } satisfies Chosen
})

/** The selection with what is still to be bought: on the approved terms, or for fewer documents, or on another rail. */
const selecting = (
  { ask, calls }: AskRecord,
  { listKey, place }: Chosen & { readonly _tag: "Select" },
  limit: number | undefined,
  rail: string | null,
) => {
  const { limit: most = ask.limit, preference = [], rail: approved = null } = ask.approval ?? {}
  const terms: ApprovalTerms = { rail: rail ?? approved, preference, limit: Math.min(limit ?? most, most) }
  const steps = remainingSteps({ ask: { ...ask, selections: { ...ask.selections, [listKey]: place } }, calls })
  return { _tag: "Select", listKey, place, terms, steps, max: planMaximum({ steps }, terms.limit) } as const
}

/** 422 where no source answers the wish with what was given: then the run is as it was. */
const supported = Effect.fnUntraced(function* (draft: Draft, run: RunId) {
  return draft._tag === "Unsupported" ? yield* unsupported(draft.message, run) : draft
})

/** With terms it goes on at once; without, the new plan waits for its approval. */
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

const misfit = (message: string) => new InvalidContinuationInput({ message: `${message} Nothing was charged.` })
