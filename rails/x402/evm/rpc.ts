import { Duration, Effect, Redacted, Result, Schedule, Schema } from "effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { BaseError, createClient, http, type HttpTransport, type Client, RpcRequestError } from "viem"
import { ChainUnavailable } from "./Chain.ts"
import { type Hex } from "./hex.ts"

/** The node answered, and what it answered is an error. `data` is what a reverted call carries. */
export interface NodeError {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

export interface RpcOptions {
  readonly chainId: number
  /** Must have code: a call to an account without code succeeds whatever it asks. */
  readonly contract: Hex
  /** Base URLs, the preferred one first, asked for each time: they may hold a key, and a sandbox's chain may move. */
  readonly urls: Effect.Effect<ReadonlyArray<Redacted.Redacted>, ChainUnavailable>
  /** For one request to one node. */
  readonly timeoutMs: number
}

interface Node {
  readonly client: Client<HttpTransport>
  /** Its chain id and contract were looked at. */
  fits: boolean
}

/** So many requests ride in one HTTP request. */
const batchSize = 50
const failuresToTrip = 5
const openFor = Duration.seconds(3)
const probeMs = 20
const isProbed = (error: ChainUnavailable | CircuitBreaker.CircuitBreakerError) =>
  error._tag === "CircuitBreakerError" && error.reason._tag === "CircuitHalfOpen"
const rateLimited = -32_005

/**
 * JSON-RPC to one node, or to the next one where it does not answer. Each has a circuit of its own. Nothing is retried:
 * whoever asks knows how long it is worth it.
 */
export const makeRpc = Effect.fnUntraced(function* ({ chainId, contract, timeoutMs, urls }: RpcOptions) {
  const breaker = yield* CircuitBreaker.make({ tripPolicy: CircuitBreaker.consecutive(failuresToTrip), openDuration: openFor })
  const nodes = new Map<string, Node>()

  const nodeAt = (url: string): Node => {
    const known = nodes.get(url)
    if (known !== undefined) return known
    const transport = http(url, { retryCount: 0, timeout: timeoutMs, batch: { batchSize, wait: 0 } })
    const node = { client: createClient({ transport }), fits: false }
    if (nodes.size > 8) nodes.clear()
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
      catch: (cause) => answered(cause) ?? silent(cause),
    }).pipe(
      Effect.map(Result.succeed),
      Effect.catchIf(isNodeError, (error) => Effect.succeed(Result.fail(error))),
    )

  const fit = Effect.fnUntraced(function* (node: Node) {
    if (node.fits) return
    const [id, code] = yield* Effect.all([send(node, "eth_chainId", []), send(node, "eth_getCode", [contract, "latest"])], {
      concurrency: "unbounded",
    })
    if (Result.isFailure(id) || Result.isFailure(code))
      return yield* new ChainUnavailable({ message: "the node does not say which chain it is of" })
    if (Number(id.success) !== chainId) {
      return yield* new ChainUnavailable({ message: `the node is of chain ${String(id.success)}, not ${chainId}: check the RPC URL` })
    }
    if (code.success === "0x")
      return yield* new ChainUnavailable({ message: `there is no token at ${contract} of chain ${chainId}: check the asset` })
    node.fits = true
  })

  const askOne = (url: string, method: string, params: ReadonlyArray<unknown>) => {
    const node = nodeAt(url)
    return Effect.andThen(fit(node), send(node, method, params)).pipe(
      breaker.execute({ key: url }),
      // Those beside the probe wait for what it finds: failing, they would interrupt it where it is one of theirs.
      Effect.retry({ while: isProbed, schedule: Schedule.spaced(probeMs), times: Math.ceil(timeoutMs / probeMs) }),
      Effect.catchTag("CircuitBreakerError", () => new ChainUnavailable({ message: "the node has not answered for a while" })),
    )
  }

  /** What the first node that answers says. */
  return Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    let last = new ChainUnavailable({ message: "no RPC URL is set" })
    for (const url of yield* urls) {
      const said = yield* Effect.result(askOne(Redacted.value(url), method, params))
      if (Result.isSuccess(said)) return said.success
      last = said.failure
    }
    return yield* last
  })
})

export type Rpc = Effect.Success<ReturnType<typeof makeRpc>>

const isNodeError = (error: NodeError | ChainUnavailable): error is NodeError => !(error instanceof ChainUnavailable)

/** An error that the node itself gave; a limit of its own rate is no answer. */
const answered = (cause: unknown): NodeError | undefined => {
  if (!(cause instanceof BaseError)) return undefined
  const error = cause.walk((inner) => inner instanceof RpcRequestError)
  if (!(error instanceof RpcRequestError) || error.code === rateLimited) return undefined
  return { code: error.code, message: error.details, data: error.data }
}

/** Never the URL: it may hold a key. */
const silent = (cause: unknown): ChainUnavailable =>
  new ChainUnavailable({ message: `the node did not answer: ${cause instanceof Error ? cause.name : "unknown"}` })

/** The answer as what it must be; anything else is none. */
export const decodingRpc = <A>(ask: Rpc, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return Effect.fnUntraced(function* (method: string, params: ReadonlyArray<unknown>) {
    const said = yield* ask(method, params)
    if (Result.isFailure(said)) return yield* new ChainUnavailable({ message: `${method}: ${said.failure.message}` })
    return yield* Effect.mapError(decode(said.success), () => new ChainUnavailable({ message: `${method}: that is no answer` }))
  })
}
