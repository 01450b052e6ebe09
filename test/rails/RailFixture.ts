import { Context, type Effect } from "effect"
import type { Call, SettlementTiming } from "../../domain/ledger/state.ts"
import type { Ledger } from "../../domain/ledger/Ledger.ts"
import type { Rail } from "../../domain/rail/Rail.ts"
import type { LedgerFixture } from "../support/ledger/LedgerFixture.ts"
import type { Buyer } from "../support/ledger/commands.ts"

type Books = Ledger | LedgerFixture

/** A means of the fixture, or the reason why this rail has no use for it: then the laws that need it do not apply. */
export type Means<A> = A | { readonly exempt: string }

/** The fixture of a rail: the rail, a buyer that can pay on it, and the world outside under the test's control. */
export class RailFixture extends Context.Service<
  RailFixture,
  {
    readonly rail: Rail
    readonly settles: SettlementTiming
    /** A buyer that can pay for at least 20 calls of 1,000 micro-USD on this rail. */
    readonly buyer: Effect.Effect<Buyer, never, Books>
    /** A payment as the caller presents it, a new one each time; undefined where the rail needs none. */
    readonly payment: () => string | undefined
    /** What really moved for this call: outside, or, on a rail that has no outside, in the books. */
    readonly moved: (call: Call) => Effect.Effect<bigint, never, Books>
    /** Lets as much time pass outside as it takes until everything is known. */
    readonly ripen: Effect.Effect<void>
    /** The next payment is refused outside. */
    readonly refuseNext: Means<Effect.Effect<void>>
    /** The answer to the next payment is lost; it moves money or not. */
    readonly loseAnswer: Means<(moves: boolean) => Effect.Effect<void>>
    /** Nothing outside answers, until it is switched off again. */
    readonly outage: Means<(on: boolean) => Effect.Effect<void>>
    /** A payment that fails verification. */
    readonly badPayment: Means<string>
    /** Payments carry an identity of their own. */
    readonly claims: Means<true>
    /** A message from outside that settles this call: as it came, and tampered with. Each says whether it was accepted. */
    readonly webhook: Means<{
      readonly genuine: (call: Call) => Effect.Effect<boolean, never, Books>
      readonly tampered: (call: Call) => Effect.Effect<boolean, never, Books>
    }>
  }
>()("farthing/test/rails/RailFixture") {}
