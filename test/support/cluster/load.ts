import { Effect, Fiber, Random, type Scope } from "effect"
import { call, readRun, type Reply } from "./client.ts"
import { prices, type ScriptName } from "../sources.ts"

/** A call of a client, under one Idempotency-Key that is also its token, with its final answer. */
export interface Purchase {
  readonly token: string
  readonly script: ScriptName
  /** The run that was charged; undefined where the source refused, for nothing. */
  readonly run: string | undefined
}

export interface Load {
  readonly purchases: ReadonlyArray<Purchase>
  /** Answers that contradict the documents, in words. */
  readonly violations: ReadonlyArray<string>
  /** No new purchases; waits until every client has its final answer. */
  readonly stop: Effect.Effect<void>
}

export interface LoadOptions {
  /** Base URLs of the gateways that are up. */
  readonly nodes: () => ReadonlyArray<string>
  readonly secret: string
  readonly clients: number
  readonly pauseMs: number
}

const mix: ReadonlyArray<ScriptName> = ["fast", "fast", "slow", "slow", "large", "failing", "computed", "computed"]
const maxTries = 2_000

/** Clients that buy one call after another, each repeated with its Idempotency-Key on any node until it has a final answer. */
export const keepBuying = Effect.fnUntraced(function* (options: LoadOptions): Effect.fn.Return<Load, never, Scope.Scope> {
  const purchases: Array<Purchase> = []
  const violations: Array<string> = []
  const bell = { rung: false }
  const client = Effect.fnUntraced(function* (n: number) {
    for (let i = 0; !bell.rung; i++) {
      const script = mix[(n + i) % mix.length]!
      const ended = yield* buy(options, `client-${n}-${i}`, script)
      if (typeof ended === "string") violations.push(ended)
      else purchases.push(ended)
      yield* Effect.sleep(options.pauseMs)
    }
  })
  const clients = yield* Effect.forkScoped(
    Effect.all(
      Array.from({ length: options.clients }, (_, n) => client(n)),
      { concurrency: "unbounded" },
    ),
  )
  const stop = Effect.suspend(() => {
    bell.rung = true
    return Effect.asVoid(Fiber.join(clients))
  })
  return { purchases, violations, stop }
})

/** The purchase, or what was wrong with an answer. */
const buy = Effect.fnUntraced(function* ({ nodes, secret }: LoadOptions, token: string, script: ScriptName) {
  let run: string | undefined
  let lastAnswer = "nothing"
  for (let tries = 0; tries < maxTries; tries++) {
    const baseUrl = yield* anyOf(nodes())
    if (baseUrl === undefined) {
      yield* Effect.sleep(100)
      continue
    }
    const wait = yield* Random.nextIntBetween(0, 3)
    const buying = call({ baseUrl, secret, script, token, idempotencyKey: token, query: `?wait_seconds=${wait}`, timeoutMs: 30_000 })
    const request = run === undefined || (yield* Random.nextBoolean) ? buying : readRun({ baseUrl, secret }, run, wait)
    const answered = yield* Effect.result(request)
    if (answered._tag === "Failure") {
      yield* Effect.sleep(50)
      continue
    }
    const reply = answered.success
    lastAnswer = describe(reply)
    if (!honest(reply, script)) return `${token} (${script}): ${lastAnswer}`
    if (reply.status === 200) return { token, script, run: reply.body.id } satisfies Purchase
    if (reply.status === 502 && script === "failing") return { token, script, run: undefined } satisfies Purchase
    run = reply.status === 202 ? reply.body.id : reply.status === 502 ? undefined : run
    yield* Effect.sleep(Math.min(reply.body.error?.retry_after_ms ?? 100, 200))
  }
  return `${token} (${script}): no final answer after ${maxTries} tries; the last one was ${lastAnswer}`
})

const anyOf = (nodes: ReadonlyArray<string>) => Effect.map(Random.nextIntBetween(0, Math.max(0, nodes.length - 1)), (i) => nodes[i])

/** Whether an answer is documented for this request, and is correct about the money as far as a client can check. */
const honest = (reply: Reply, script: ScriptName): boolean => {
  const { body, header, status } = reply
  const moved = header("x-money-moved")
  switch (status) {
    case 200:
      return (
        script !== "failing" &&
        body.status === "completed" &&
        moved === "charged" &&
        body.usage?.cost.amount_micro_usd === String(prices[script]) &&
        body.data?.script.token !== undefined
      )
    case 202:
      return body.status === "running" && moved === "held"
    case 409:
      return body.error?.code === "request_in_progress" && moved === "none"
    case 502:
      return body.status === "failed" && moved === "none" && body.usage?.held.amount === 0
    case 503:
      return body.error?.code === "service_unavailable" && header("retry-after") !== null
    default:
      return false
  }
}

const describe = ({ header, status, text }: Reply) => `${status} ${header("x-money-moved")} ${text.slice(0, 300)}`
