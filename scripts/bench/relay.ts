import { Effect, type Redacted } from "effect"
import type { DatabaseLocation } from "../../layers/postgres/Database.ts"
import type { ChildServer } from "./childServer.ts"
import { median } from "./load.ts"
import { medianAt, rounds } from "./relayLoad.ts"
import { relaySides } from "./relaySides.ts"

const seconds = 1.5
const turns = 4
const latencyTurns = 3

/**
 * Paid relayed calls against the same route with the ledger left out, and against a bare proxy; and what the gateway adds to
 * the latency of the origin when it is half as busy as it can be. `spread` is the least and the most of the single rounds.
 */
export const relay = (location: DatabaseLocation, secret: Redacted.Redacted, paying?: ChildServer) =>
  Effect.gen(function* () {
    const sides = yield* relaySides(location, secret, paying)
    yield* rounds(sides, 1, 1)
    const measured = yield* rounds({ paid: sides.paid, ledgerLeftOut: sides.ledgerLeftOut, proxy: sides.proxy }, turns, seconds)
    const against = (reference: "ledgerLeftOut" | "proxy") => {
      const ratios = measured.map((round) => round.paid / round[reference])
      const mean = (name: "paid" | typeof reference) => measured.reduce((sum, round) => sum + round[name], 0) / measured.length
      return {
        product_per_s: mean("paid"),
        reference_per_s: mean(reference),
        ratio: median(ratios),
        spread: [Math.min(...ratios), Math.max(...ratios)],
      }
    }
    const paymentOff = against("ledgerLeftOut")
    const halfLoad = paymentOff.product_per_s / 2
    const added = { paid: new Array<number>(), ledgerLeftOut: new Array<number>() }
    for (let turn = 0; turn < latencyTurns; turn++) {
      const direct = yield* medianAt(sides.origin, halfLoad, seconds)
      added.paid.push((yield* medianAt(sides.paid, halfLoad, seconds)) - direct)
      added.ledgerLeftOut.push((yield* medianAt(sides.ledgerLeftOut, halfLoad, seconds)) - direct)
    }
    return {
      payment_off: { reference: "the same route with the ledger left out", ...paymentOff },
      bare_proxy: { reference: "node:http before undici, nothing checked", ...against("proxy") },
      half_load: {
        per_s: halfLoad,
        added_p50_ms: median(added.paid),
        spread: [Math.min(...added.paid), Math.max(...added.paid)],
        without_ledger_ms: median(added.ledgerLeftOut),
      },
    }
  }).pipe(Effect.scoped)
