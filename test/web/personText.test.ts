import { describe, expect, it } from "vitest"
import { personText } from "../../src/web/format/personText.ts"

describe("a sentence of the API for a person", () => {
  it.each([
    [
      "This may cost up to 0.0015 USD, but the max_spend limit leaves 0.0001 USD. Nothing was charged. Raise max_spend, or ask for less.",
      "This may cost up to 0.0015 USD, but the limit “Spend at most” leaves 0.0001 USD. Nothing was charged. Raise “Spend at most”, or ask for less.",
    ],
    [
      "This may cost up to 2 USD, but the per_request limit leaves 1 USD. Nothing was charged.",
      "This may cost up to 2 USD, but the limit “Per request” leaves 1 USD. Nothing was charged.",
    ],
    ["`monthly_ceiling` must be at least `amount`. Nothing was changed.", "“At most a month” must be at least “Buy”. Nothing was changed."],
    ['No purchasable source is called "nope". GET /v2/sources lists them.', 'No purchasable source is called "nope".'],
    [
      "The rail credits does not cover this call: it may cost up to 0.002 USD. credits: an operator has paused this rail. Nothing was charged. Top up.",
      "An operator has paused a rail that may have the money, and no other one has it. Nothing was charged. Try again later.",
    ],
    ["No run with this id belongs to this key.", "You have begun no run with this id. A run is read by the person or key that began it."],
  ])("names the fields of the pages and no member or route: %s", (message, text) => {
    expect(personText(message)).toBe(text)
  })

  it.each(["GET /teas is skipped: it has no price.", "The amount is 5 USD a day.", "`script.token` is missing: send `amount_of_tea`."])(
    "keeps a sentence that names no field of the pages: %s",
    (message) => expect(personText(message)).toBe(message),
  )
})
