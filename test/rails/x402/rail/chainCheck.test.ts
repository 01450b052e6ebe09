import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { chainCheck } from "../../../../rails/x402/chainCheck.ts"
import { type Block, Chain, ChainUnavailable } from "../../../../rails/x402/evm/Chain.ts"
import { sandboxAsset, sandboxNetwork } from "../../../../rails/x402/settings.ts"
import { Settlements } from "../../../../rails/x402/settlement/Settlements.ts"
import { Verifier } from "../../../../rails/x402/verify/Verifier.ts"

const block: Block = { number: 1n, hash: "0x01", timestamp: 1n }

/** The check over a chain whose head is what the test sets, and how often the head was read. */
const scene = Effect.gen(function* () {
  const chain: { head: Effect.Effect<Block, ChainUnavailable>; reads: number } = { head: Effect.succeed(block), reads: 0 }
  const head = Effect.suspend(() => {
    chain.reads++
    return chain.head
  })
  const services = Layer.mergeAll(
    Layer.mock(Chain, { network: sandboxNetwork, asset: sandboxAsset, head }),
    Layer.mock(Verifier, { checkDomain: Effect.void }),
    Layer.mock(Settlements, { blockedReason: () => Effect.undefined }),
  )
  return { chain, check: yield* Effect.provide(chainCheck(1_000), services) }
})

it.effect("a chain that hangs costs no call any waiting: the check answers at once with the last result, and fails after two seconds", () =>
  Effect.gen(function* () {
    const { chain, check } = yield* scene
    yield* check
    yield* TestClock.adjust("3 seconds")
    chain.head = Effect.never
    // None of these waits: the test moves no clock here.
    yield* check
    yield* check
    yield* Effect.yieldNow
    expect(chain.reads).toBe(2)
    yield* TestClock.adjust("2 seconds")
    expect(yield* Effect.flip(check)).toMatchObject({ _tag: "Unavailable", message: "the chain has not answered for 2 seconds" })
  }),
)

it.effect("a chain that answers again is used again after the next check", () =>
  Effect.gen(function* () {
    const { chain, check } = yield* scene
    chain.head = Effect.fail(new ChainUnavailable({ message: "refused" }))
    expect(yield* Effect.flip(check)).toMatchObject({ message: "the chain does not answer: refused" })
    chain.head = Effect.succeed(block)
    yield* TestClock.adjust("1 second")
    yield* Effect.ignore(check)
    yield* Effect.yieldNow
    yield* check
  }),
)
