import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { Api } from "../api/Api.ts"
import { RunSourceBody } from "../api/calls.ts"
import { isDryRun } from "../dryRun.ts"
import { Exchange, RequestBody } from "../Exchange.ts"
import { malformed } from "../mistake.ts"
import { parseObject } from "../readBody.ts"
import { answer } from "../respond.ts"
import { wantedBy } from "../payment/presented.ts"
import { PublicUrl, resourceOf } from "../payment/resource.ts"
import { directCall } from "./directCall.ts"

/** Documents a `per_result` operation delivers at most, and seconds a call waits, where the request does not say. */
export const defaultLimit = 10
const defaultWaitSeconds = 25

interface ExecuteQuery {
  readonly max_spend?: bigint
  readonly wait_seconds?: number
  readonly limit?: number
}

/** `POST /v1/execute/{source}/{operation}`: the body is the inputs and nothing else. */
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
    ...(yield* headersOf(request)),
    ...optionsOf(query),
    path: `/v1/execute/${params.source}/${params.operation}`,
    query: { ...query, max_spend: query.max_spend?.toString() },
    endpoint: "execute",
    source: params.source,
    operation: params.operation,
    input: body,
    body,
  })
}, answer)

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
        const { input, operation, ...options } = yield* Effect.mapError(decodeRunBody(body), malformed)
        return yield* directCall({
          ...(yield* headersOf(request)),
          ...optionsOf(options),
          path: `/v2/sources/${params.source_id}/run`,
          query: {},
          endpoint: "run_source",
          source: params.source_id,
          operation,
          input,
          body: { ...body, wait_seconds: undefined },
        })
      }, answer),
    ),
)

const headersOf = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const dryRun = yield* isDryRun(request.headers)
  const { bytes } = yield* RequestBody
  const publicUrl = yield* PublicUrl
  const resource = (description: string) => resourceOf(request, publicUrl, { body: bytes, description, mimeType: "application/json" })
  const { idempotency } = yield* Exchange
  return { ...(yield* wantedBy(request)), idempotencyKey: idempotency?.key, payment: idempotency?.payment, resource, dryRun }
})

const optionsOf = ({ limit, max_spend, wait_seconds }: ExecuteQuery) => ({
  maxSpend: (max_spend ?? null) as MicroUsd | null,
  waitSeconds: wait_seconds ?? defaultWaitSeconds,
  limit: limit ?? defaultLimit,
})
