import { Duration, Effect, Redacted, Result, Schedule, Schema } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { BaseError, type Client, createClient, http, type HttpTransport, RpcRequestError, TimeoutError } from "viem"
import { ChainUnavailable } from "./Chain.ts"
import type { Hex } from "./hex.ts"

/** The node answered with an error. `data` is what a reverted call returned. */
export interface NodeError {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export interface RpcOptions {
  readonly chainId: number
  /** Must have code, because a call to an address without code succeeds whatever it calls. */
  readonly contract: Hex
  /** URLs of the nodes, the preferred one first. Read for each request, because the address of a sandbox's chain may change. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** For one request to one node. */
  readonly timeoutMs: number
}

interface Node {
  readonly client: Client<HttpTransport>
  /** Its chain id and the contract's code were checked. */
  checked: boolean
}

/** JSON-RPC requests in one HTTP request. */
const batchSize = 50
const failuresToTrip = 5
/** What the node can prove again ends a call within 5 s: this, the pause of the queue's loops, and a round of the reconciler. */
const openFor = Duration.seconds(1)
const probeMs = 20
const maxNodes = 8
const rateLimited = -32_005

/** JSON-RPC to the first node that answers. Each node has a circuit breaker of its own. Retries are left to the caller, who knows the deadline. */
export const makeRpc = Effect.fnUntraced(function* ({ chainId, contract, timeoutMs, urls }: RpcOptions) {
  const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(failuresToTrip), openDuration: openFor })
  const nodes = new Map<string, Node>()

  const nodeAt = (url: string): Node => {
    const existing = nodes.get(url)
    if (existing !== undefined) return existing
    const transport = http(url, { retryCount: 0, timeout: timeoutMs, batch: { batchSize, wait: 0 } })
    const node = { client: createClient({ transport }), checked: false }
    if (nodes.size > maxNodes) nodes.clear()
    nodes.set(url, node)
    return node
  }

  const send = (
    { client }: Node,
    method: string,
    params: ReadonlyArray<unknown>,
  ): Effect.Effect<Result.Result<unknown, NodeError>, ChainUnavailable> =>
    Effect.tryPromise({
      try: () => client.transport.request({ method, params }),
      catch: (cause) => nodeErrorIn(cause) ?? noAnswer(cause),
    }).pipe(
      Effect.map(Result.succeed),
      Effect.catchIf(isNodeError, (error) => Effect.succeed(Result.fail(error))),
    )

  const checkNode = Effect.fnUntraced(function* (node: Node) {
    if (node.checked) return
    const [id, code] = yield* Effect.all([send(node, "eth_chainId", []), send(node, "eth_getCode", [contract, "latest"])], {
      concurrency: "unbounded",
    })
    if (Result.isFailure(id) || Result.isFailure(code))
      return yield* new ChainUnavailable({ message: "the node does not report its chain id" })
    if (Number(id.success) !== chainId) {
      return yield* new ChainUnavailable({ message: `the node is of chain ${String(id.success)}, not ${chainId}: check the RPC URL` })
    }
    if (code.success === "0x")
      return yield* new ChainUnavailable({ message: `there is no token at ${contract} of chain ${chainId}: check the asset` })
    node.checked = true
  })

  const requestFrom = (url: string, method: string, params: ReadonlyArray<unknown>) => {
    const node = nodeAt(url)
    return Effect.andThen(checkNode(node), send(node, method, params)).pipe(breaker.execute({ key: url }))
  }

  return Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    let last: ChainUnavailable | undefined
    let probed: string | undefined
    for (const url of (yield* urls).map(Redacted.value)) {
      const answer = yield* Effect.result(requestFrom(url, method, params))
      if (Result.isSuccess(answer)) return answer.success
      if (isHalfOpen(answer.failure)) probed ??= url
      last = answer.failure._tag === "ChainUnavailable" ? answer.failure : silent
    }
    if (probed === undefined) return yield* last ?? new ChainUnavailable({ message: "no RPC URL is set" })
    // Another request probes this node. Where no other node answers, this one waits for the outcome: if it failed at once, the requests that it
    // was sent with would be interrupted, and the probe may be among them.
    return yield* requestFrom(probed, method, params).pipe(
      Effect.retry({ while: isHalfOpen, schedule: Schedule.spaced(probeMs), times: Math.ceil(timeoutMs / probeMs) }),
      Effect.catchTag("CircuitBreakerError", () => silent),
    )
  })
})

const silent = new ChainUnavailable({ message: "the node has not answered for a while" })

export type Rpc = Effect.Success<ReturnType<typeof makeRpc>>

const isHalfOpen = (error: ChainUnavailable | CircuitBreaker.CircuitBreakerError) =>
  error._tag === "CircuitBreakerError" && error.reason._tag === "CircuitHalfOpen"

const isNodeError = (error: NodeError | ChainUnavailable): error is NodeError => !(error instanceof ChainUnavailable)

/** An error that the node itself returned. A rate limit does not count as an answer. */
const nodeErrorIn = (cause: unknown): NodeError | undefined => {
  if (!(cause instanceof BaseError)) return undefined
  const error = cause.walk((inner) => inner instanceof RpcRequestError)
  if (!(error instanceof RpcRequestError) || error.code === rateLimited) return undefined
  return { code: error.code, message: error.details, data: error.data }
}

/** The message never contains the URL, because a URL may hold an API key. */
const noAnswer = (cause: unknown): ChainUnavailable =>
  new ChainUnavailable({ message: cause instanceof TimeoutError ? "the node did not answer in time" : "the node could not be reached" })

/** Requests whose answer must fit the schema. */
export const decodingRpc = <A>(rpc: Rpc, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    const answer = yield* rpc(method, params)
    if (Result.isFailure(answer)) return yield* new ChainUnavailable({ message: `${method}: ${answer.failure.message}` })
    return yield* Effect.mapError(decode(answer.success), () => invalidAnswer(method))
  })
}

export const invalidAnswer = (method: string) => new ChainUnavailable({ message: `${method}: the node's answer is not valid` })
