import { Context, Effect, Layer } from "effect"
import { Chain, type ChainUnavailable } from "./Chain.ts"
import { type ChainOptions, rpcChain } from "./rpcChain.ts"

/** What one node says, without the others. */
export type ChainNode = Pick<Chain["Service"], "head" | "block" | "logs" | "receipt" | "hasTransaction">

const maxNodes = 2

/**
 * The configured nodes one by one. `Chain` answers from the first node that works, so two answers may come from two nodes, of which one
 * lags. What is booked because of several answers needs them from the same node, and from every node.
 */
export class ChainNodes extends Context.Service<ChainNodes, { readonly all: Effect.Effect<ReadonlyArray<ChainNode>, ChainUnavailable> }>()(
  "farthing/rails/x402/ChainNodes",
) {
  static readonly layer = (options: ChainOptions): Layer.Layer<ChainNodes> =>
    Layer.effect(
      ChainNodes,
      Effect.gen(function* () {
        const nodes = yield* Effect.forEach(Array.from({ length: maxNodes }).keys(), (i) =>
          Effect.map(
            Layer.build(Layer.fresh(rpcChain({ ...options, urls: Effect.map(options.urls, (urls) => urls.slice(i, i + 1)) }))),
            Context.get(Chain),
          ),
        )
        return ChainNodes.of({ all: Effect.map(options.urls, (urls) => nodes.slice(0, urls.length)) })
      }),
    )
}
