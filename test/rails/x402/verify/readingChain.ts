import { Effect, Redacted } from "effect"
import { Chain } from "../../../../rails/x402/evm/Chain.ts"
import { rpcChain } from "../../../../rails/x402/evm/rpcChain.ts"
import type { TestChain } from "../support/testChain.ts"

/** The chain, and how often a verification called each of its methods. */
export const readingChain = Effect.fnUntraced(function* ({ asset, network, url }: TestChain) {
  const count = { simulations: 0, codes: 0 }
  const layer = rpcChain({ network, asset, urls: Effect.succeed([Redacted.make(url)]) })
  const over = yield* Chain.pipe(Effect.provide(layer))
  const chain = Chain.of({
    ...over,
    codeAt: (address) => {
      count.codes++
      return over.codeAt(address)
    },
    simulate: (call) => {
      count.simulations++
      return over.simulate(call)
    },
  })
  return { chain, count }
})
