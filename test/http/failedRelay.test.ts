import { expect, it } from "@effect/vitest"
import type { Call } from "../../domain/ledger/state.ts"
import { failedRelay } from "../../src/http/relay/relayPaid.ts"

const answered = { code: "source_error", message: "The origin answered 500." } as const
const call = (state: Call["state"], operation = "GET /parcels") => ({ state, operation, settlement: "settled" }) as Call

it("a request that its origin failed says what became of the money", () => {
  expect(failedRelay(answered, call("released")).message).toBe("The origin answered 500. Nothing was charged.")
  expect(failedRelay(answered, call("refunded")).message).toBe("The origin answered 500. What was paid is credited to the organisation.")
  expect(failedRelay(answered, call("refunded", "POST /alarms")).message).toMatch(
    /credited to the organisation\. The origin may have acted/,
  )
})
