import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { killedAt } from "./killing.ts"
import { broughtIn, Gateway402, gateway402 } from "./fixture.ts"

/** In the order of a call: where nothing moved yet, where it may have, and where it has. */
const moments = [
  "reserve:committed",
  "dispatch:answered",
  "deliver:committed",
  "stored",
  "signed",
  "committed",
  "broadcast",
  "included",
  "capture:committed",
  "final",
  "published",
] as const

layer(gateway402({}, { idle: true }), { excludeTestServices: true })(
  "a gateway that is killed while a caller's payment is settled",
  (it) => {
    it.effect.each(moments)("another node ends a signed call whose gateway is killed at %s, and ledger and chain agree", (at) =>
      Effect.gen(function* () {
        const { payment, received } = yield* Gateway402
        yield* killedAt(at, () => Effect.sync(() => ({ "PAYMENT-SIGNATURE": payment() })))
        expect(yield* broughtIn).toBe(yield* received)
      }).pipe(Effect.scoped),
    )
  },
)
