import { Data, Effect } from "effect"
import type { ScriptName } from "../sources.ts"

interface MoneyBody {
  readonly amount: number
  readonly amount_micro_usd: string
  readonly currency: string
}

/** The members of any answer that tests look at. */
export interface AnswerBody {
  readonly id?: string
  readonly status?: string
  readonly data?: { readonly script: { readonly token: string; readonly filler: string } }
  readonly results?: ReadonlyArray<{ readonly result_ref: string }>
  readonly usage?: { readonly cost: MoneyBody; readonly held: MoneyBody; readonly sources: ReadonlyArray<unknown> }
  readonly balance?: { readonly remaining?: MoneyBody; readonly available?: MoneyBody }
  readonly limits?: { readonly month_spent: MoneyBody; readonly month_remaining: MoneyBody | null }
  readonly charges?: ReadonlyArray<{ readonly id: string; readonly status: string; readonly run_id: string }>
  readonly errors?: ReadonlyArray<{ readonly code: string }>
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly limit?: string
    readonly required?: MoneyBody
    readonly available?: MoneyBody
    readonly retry_after_ms?: number
  }
  readonly retry_after_ms?: number
}

export interface Reply {
  readonly status: number
  readonly body: AnswerBody
  readonly text: string
  readonly header: (name: string) => string | null
}

export interface Request {
  readonly baseUrl: string
  readonly secret: string
  readonly path: string
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is when it is text. */
  readonly body?: unknown
  readonly timeoutMs?: number
}

/** The connection was refused or lost, or the time was over. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly cause: unknown }> {}

/** One request, and its whole answer. */
export const send = ({
  baseUrl,
  body,
  headers,
  method = "GET",
  path,
  secret,
  timeoutMs = 60_000,
}: Request): Effect.Effect<Reply, NoAnswer> =>
  Effect.tryPromise({
    try: async (signal) => {
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      const text = await answer.text()
      return { status: answer.status, body: JSON.parse(text) as AnswerBody, text, header: (name: string) => answer.headers.get(name) }
    },
    catch: (cause) => new NoAnswer({ cause }),
  })

export interface CallRequest {
  readonly baseUrl: string
  readonly secret: string
  readonly script?: ScriptName
  readonly token: string
  readonly inputs?: Readonly<Record<string, unknown>>
  /** Query, with its question mark. */
  readonly query?: string
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** A direct call of the scripted source. */
export const call = ({ headers, idempotencyKey, inputs, query = "", script = "fast", token, ...rest }: CallRequest) =>
  send({
    ...rest,
    method: "POST",
    path: `/v1/execute/script/script.${script}${query}`,
    headers: { ...headers, ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }) },
    body: { token, ...inputs },
  })

/** The run as `GET /v2/runs/{id}` shows it. */
export const readRun = (node: { readonly baseUrl: string; readonly secret: string }, id: string, waitSeconds?: number) =>
  send({ ...node, path: `/v2/runs/${id}${waitSeconds === undefined ? "" : `?wait_seconds=${waitSeconds}`}` })

/** What an answer says became of the run and of the money. */
export const stateOf = (reply: Reply) => [reply.status, reply.body.status, reply.header("x-money-moved")]
