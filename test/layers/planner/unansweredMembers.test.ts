import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("a member of a list that cannot be answered", () => {
  it.each([
    ["geo for 8.8.8.8 and 10.24.8.9", "ip.address", ["8.8.8.8"], "10.24.8.9"],
    ["which country has 8.8.8.8 and 300.2.1.1", "ip.address", ["8.8.8.8"], "300.2.1.1"],
    ["VAT number format of Switzerland, Brazil and Poland", "country.code", ["CH", "PL"], "Brazil"],
  ] as const)("is named with its fault, and the others are answered: %s", (question, field, values, left) => {
    const { limitations, unread } = planOf(question)
    assert.deepStrictEqual([valuesOf(question, field), unread], [[...values], undefined])
    assert.lengthOf(
      limitations.filter((text) => text.startsWith(`Nothing is bought for "${left}": `)),
      1,
    )
  })

  it.each(["geo for 10.1.1.1 and 10.24.8.9", "which country has 300.2.1.1 and 301.2.1.1"])(
    "nothing is planned if no member fits: %s",
    (question) => {
      const draft = draftOf(question)
      assert.notStrictEqual(draft._tag, "Planned")
    },
  )
})
