import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { invalidBody, parseObject } from "../../../rails/http/body.ts"
import { RequestBody } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { isDryRun, payableRequest, paymentChoice } from "../paid/presentedPayment.ts"
import { defaultLimit, defaultWaitSeconds, RunSourceBody } from "./api.ts"
import { directCall } from "./directCall.ts"

interface ExecuteQuery {
  readonly max_spend?: bigint
  readonly wait_seconds?: number
  readonly limit?: number
}

/** `POST /v1/execute/{source}/{operation}`: the body is the inputs and nothing else. Raw, so that the body is parsed once. */
const execute = Effect.fnUntraced(function* ({
  params,
  query,
  request,
}: {
  readonly params: { readonly source: string; readonly operation: string }
  readonly query: ExecuteQuery
  readonly request: HttpServerRequest
}) {
  const body = yield* readInputs
  return yield* directCall({
    ...(yield* paymentOf(request)),
    ...optionsOf(query),
    path: `/v1/execute/${params.source}/${params.operation}`,
    query: { ...query, max_spend: query.max_spend?.toString() },
    endpoint: "execute",
    source: params.source,
    operation: params.operation,
    input: body,
    body,
  })
}, answerUndeclared)

const readInputs = Effect.flatMap(RequestBody, parseObject)
const decodeRunBody = Schema.decodeUnknownEffect(RunSourceBody, { onExcessProperty: "error" })

export const CallsHandlers = HttpApiBuilder.group(Api, "calls", (handlers) =>
  handlers
    .handleRaw("execute", execute)
    .handleRaw("executeV2", execute)
    .handleRaw(
      "runSource",
      Effect.fnUntraced(function* ({ params, request }) {
        const body = yield* readInputs
        const { input, operation, ...options } = yield* Effect.mapError(decodeRunBody(body), invalidBody)
        return yield* directCall({
          ...(yield* paymentOf(request)),
          ...optionsOf(options),
          path: `/v2/sources/${params.source_id}/run`,
          query: {},
          endpoint: "run_source",
          source: params.source_id,
          operation,
          input,
          body: { ...body, wait_seconds: undefined },
        })
      }, answerUndeclared),
    ),
)

const paymentOf = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const isDry = yield* isDryRun(request.headers)
  return { ...(yield* paymentChoice(request)), resource: yield* payableRequest(request), dryRun: isDry }
})

const optionsOf = ({ limit, max_spend, wait_seconds }: ExecuteQuery) => ({
  maxSpend: (max_spend ?? null) as MicroUsd | null,
  waitSeconds: wait_seconds ?? defaultWaitSeconds,
  limit: limit ?? defaultLimit,
})
