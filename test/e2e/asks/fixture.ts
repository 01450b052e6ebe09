import { Context, Effect, Latch, Layer } from "effect"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { PriceList } from "../../../domain/catalogue/PriceList.ts"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import type { SettingsShape } from "../../../src/SettingsShape.ts"
import { freshDatabase } from "../../support/database.ts"
import { baseUrl, testGateway } from "../../support/gateway.ts"
import { type NoAnswer, type Request, send } from "../../support/cluster/client.ts"
import { asQuestion, mill, type Script, scriptedPlanner, type Tool } from "./scripts.ts"

/** Two gateways over one database, with the scripted planner and the mill. */
export class AskFixture extends Context.Service<
  AskFixture,
  {
    readonly a: string
    readonly b: string
    /** The number of calls of a tool with a word, on both nodes. */
    readonly dispatches: (tool: Tool, word: string) => number
    readonly all: () => number
    /** The starts and ends of calls for words with this prefix, in order. */
    readonly moments: (prefix: string) => ReadonlyArray<"started" | "answered">
    /** Holds calls for words with this prefix on both nodes until the latch is opened. */
    readonly hold: (prefix: string) => Latch.Latch
  }
>()("farthing/test/e2e/asks/AskFixture") {}

export const askFixture = (settings: Partial<SettingsShape> = {}) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const location = yield* freshDatabase
      const dispatched: Array<string> = []
      const moments: Array<readonly [moment: "started" | "answered", word: string]> = []
      const latches = new Map<string, Latch.Latch>()
      const source = mill(
        (moment, tool, word) => {
          moments.push([moment, word])
          if (moment === "started") dispatched.push(`${tool} ${word}`)
        },
        (word) => {
          const held = [...latches].find(([prefix]) => word.startsWith(prefix))
          return held?.[1].await ?? Effect.void
        },
      )
      // The limit is high, so that a busy machine does not make one node treat the other as dead.
      const options = { sources: [source], settings: { silentMs: 60_000, ...settings } }
      const node = Layer.build(Layer.fresh(testGateway(location, options).pipe(Layer.provide(scriptedPlanner))))
      const [first, second] = [yield* node, yield* node]
      const fixture = AskFixture.of({
        a: yield* Effect.provide(baseUrl, first),
        b: yield* Effect.provide(baseUrl, second),
        dispatches: (tool, word) => dispatched.filter((each) => each === `${tool} ${word}`).length,
        all: () => dispatched.length,
        moments: (prefix) => moments.flatMap(([moment, word]) => (word.startsWith(prefix) ? [moment] : [])),
        hold: (prefix) => {
          const latch = Latch.makeUnsafe(false)
          latches.set(prefix, latch)
          return latch
        },
      })
      return Context.add(Context.pick(Audit, Database, Ledger, PriceList, Organisations)(first), AskFixture, fixture)
    }),
  )

export interface MoneyBody {
  readonly amount: number
  readonly amount_micro_usd: string
}

export interface ContinuationBody {
  readonly state: Readonly<Record<string, unknown>> & {
    readonly revision: number
    readonly state_token: string
    readonly expires_at: string
  }
  readonly actions: ReadonlyArray<{
    readonly action_id: string
    readonly kind: string
    readonly requires_authorization: boolean
    readonly input_schema: Readonly<Record<string, unknown>>
  }>
}

/** The members of a run of an ask that tests look at. */
export interface AskBody {
  readonly id: string
  readonly status: string
  readonly question?: string
  readonly plan?: {
    readonly quote_ref: string
    readonly expires_at: string
    readonly steps: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly estimated_total: MoneyBody
  }
  readonly answer: {
    readonly status: string
    readonly observations: ReadonlyArray<{
      readonly text: string
      readonly evidence: ReadonlyArray<{ readonly result_ref: string; readonly pointer: string }>
    }>
    readonly limitations: ReadonlyArray<string>
  } | null
  readonly data?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly results: ReadonlyArray<{ readonly result_ref: string; readonly data: { readonly mill: { readonly word: string } } }>
  readonly usage: { readonly cost: MoneyBody; readonly held: MoneyBody; readonly sources: ReadonlyArray<Readonly<Record<string, unknown>>> }
  readonly errors: ReadonlyArray<{ readonly code: string; readonly message: string }>
  readonly message?: string
  readonly needs_input?: ReadonlyArray<{ readonly label: string; readonly schema: unknown }>
  readonly candidates?: ReadonlyArray<{
    readonly entity_ref: string
    readonly label: string
    readonly attributes: Readonly<Record<string, unknown>>
    readonly evidence: ReadonlyArray<{ readonly result_ref: string; readonly pointer: string }>
  }>
  readonly continuation?: ContinuationBody
  readonly approval_required_reason?: { readonly code: string }
  readonly retry_after_ms?: number
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly limit?: string
    readonly required?: MoneyBody
    readonly available?: MoneyBody
  }
}

export interface AskReply {
  readonly status: number
  readonly body: AskBody
  readonly header: (name: string) => string | null
  /** The HTTP status, the run status or error code, and the X-Money-Moved header. */
  readonly summary: readonly [number, string | undefined, string | null]
}

export const request = (sent: Request): Effect.Effect<AskReply, NoAnswer> =>
  Effect.map(send(sent), ({ header, status, text }) => {
    const body = JSON.parse(text) as AskBody
    return { status, body, header, summary: [status, body.status ?? body.error?.code, header("x-money-moved")] as const }
  })

export interface Sent {
  readonly node: string
  readonly secret: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

const post = ({ headers = {}, key, node, secret }: Sent, path: string, body: unknown) =>
  request({
    baseUrl: node,
    secret,
    method: "POST",
    path,
    headers: { ...headers, ...(key === undefined ? {} : { "idempotency-key": key }) },
    body,
  })

/** `POST /v2/ask` of a script; `rest` are the other members of the body. */
export const ask = (sent: Sent, script: Script, rest: Readonly<Record<string, unknown>> = {}) =>
  post(sent, "/v2/ask", { question: asQuestion(script), ...rest })

/** An automatic ask that may spend a dollar. */
export const buy = (sent: Sent, script: Script, rest: Readonly<Record<string, unknown>> = {}) =>
  ask(sent, script, { execution_mode: "auto", max_spend: 1, ...rest })

export const askRaw = (sent: Sent, body: unknown, path = "/v2/ask") => post(sent, path, body)
export const runPlan = (sent: Sent, id: string, body: unknown = {}) => post(sent, `/v2/asks/${id}/run`, body)
export const cancelAsk = (sent: Sent, id: string) => post(sent, `/v2/asks/${id}/cancel`, undefined)
export const readAsk = ({ node, secret }: Sent, id: string, query = "") =>
  request({ baseUrl: node, secret, path: `/v2/asks/${id}${query}` })

/** The first action of a run's continuation, with this input. */
export const proceed = (sent: Sent, run: AskBody, input: unknown, rest: Readonly<Record<string, unknown>> = {}) =>
  post(sent, `/v2/asks/${run.id}/continue`, {
    state: run.continuation!.state,
    action_id: run.continuation!.actions[0]!.action_id,
    input,
    ...rest,
  })
