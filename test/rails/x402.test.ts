import { Effect, Layer, Option } from "effect"
import { describe } from "vitest"
import { microUsd } from "../../domain/money/Money.ts"
import type { SettlementTiming } from "../../domain/ledger/state.ts"
import { evidenceOf } from "../../rails/x402/callRecords.ts"
import { grant, openBuyer, run } from "../support/ledger/commands.ts"
import { RailFixture } from "./RailFixture.ts"
import { railLaws } from "./railLaws.ts"
import { nowhere, X402Scene, x402LawScene } from "./x402/rail/fixture.ts"

const noMessages = { exempt: "the chain answers requests, and sends no messages of its own" }

/** Callers that sign each payment themselves. */
const callers = (settles: Extract<SettlementTiming, "before_answer" | "before_dispatch">) =>
  Effect.gen(function* () {
    const { cancelLast, chain, expire, moved, moveTo, payment, quiet, rail } = yield* X402Scene
    let lost: "nothing" | "moves" | "stays" = "nothing"
    return RailFixture.of({
      rail,
      settles,
      buyer: openBuyer({ credits: 0 }),
      payment: () => payment({ flow: settles === "before_dispatch" ? "upfront" : "authorization" }),
      moved: (call) => {
        const { from, nonce } = Option.getOrThrow(evidenceOf(call)).authorization
        return moved(from, nonce)
      },
      ripen: Effect.gen(function* () {
        if (lost === "stays") yield* cancelLast
        if (lost === "moves") yield* Effect.promise(() => chain.client.setAutomine(true))
        if (lost !== "nothing") moveTo(chain.url)
        lost = "nothing"
        yield* quiet
        // An authorization that was never submitted expires.
        yield* expire
      }),
      refuseNext: cancelLast,
      loseAnswer: (moves) =>
        Effect.gen(function* () {
          lost = moves ? "moves" : "stays"
          if (moves) yield* Effect.promise(() => chain.client.setAutomine(false))
          else moveTo(nowhere)
        }),
      outage: (on) => Effect.sync(() => moveTo(on ? nowhere : chain.url)),
      badPayment: payment().replace(/.{8}$/, "AAAAAAAA"),
      claims: true,
      webhook: noMessages,
    })
  })

/** Organisations whose managed wallet pays later. */
const wallets = Effect.gen(function* () {
  const { chain, moveTo, rail } = yield* X402Scene
  const unsigned = { exempt: "the organisation's wallet signs for it: a caller presents no payment" }
  const later = { exempt: "no request leaves while the call is open: the wallet pays after the capture" }
  return RailFixture.of({
    rail,
    settles: "later",
    buyer: Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 0 })
      yield* run({ _tag: "ConfigureAccount", organisation: buyer.organisation, account: "x402", rail: "x402", creditLimit: microUsd(0n) })
      yield* grant(buyer, 100_000n, "x402")
      return buyer
    }),
    payment: () => undefined,
    moved: (call) => Effect.succeed(call.state === "captured" ? call.amount : 0n),
    ripen: Effect.void,
    refuseNext: later,
    loseAnswer: later,
    outage: (on) => Effect.sync(() => moveTo(on ? nowhere : chain.url)),
    badPayment: unsigned,
    claims: unsigned,
    webhook: noMessages,
  })
})

const bench = (terms: Parameters<typeof x402LawScene>[0], make: Effect.Effect<RailFixture["Service"], never, X402Scene>) =>
  Layer.effect(RailFixture, make).pipe(Layer.provideMerge(x402LawScene(terms)))

describe("a caller that signs each payment", () => railLaws("x402", bench({}, callers("before_answer"))))
describe("a caller that pays up front", () => railLaws("x402", bench({ upfrontFrom: microUsd(1n) }, callers("before_dispatch"))))
describe("a managed wallet", () => railLaws("x402", bench({}, wallets)))
