import { assert, describe, it } from "@effect/vitest"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const draftOf = (question: string) =>
  readQuestion(question, { given: {}, limit: 10, catalogue: builtinEntries, now: Date.UTC(2026, 10, 24, 9), withoutFallbacks: true }).draft

describe("a question for the origin of a phone number", () => {
  it.each([
    ["+44 20 7946 0958: which town", "phone.area"],
    ["what city is +49 171 2345678", "phone.area"],
    ["missed call from +48 58 737 12 34 - what place is that", "phone.area"],
    ["UK number 0161 496 0000 -> town?", "phone.area"],
    ["which operator has +63 917 123 4567", "phone.network"],
    ["carrier of +91 98450 12345", "phone.network"],
    ["patient's relative +256 772 418273, which country and network is it", "phone.network"],
  ])("is for the area or for the network: %s", (question, fact) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(draft._tag)
    assert.deepStrictEqual(
      draft.plan.steps.map(({ operation }) => operation),
      ["phone.lookup"],
    )
    assert.include(draft.plan.goals[0]!.facts, fact)
    assert.isUndefined(draft.plan.unread)
  })

  it("is refused for the network of today: the number may have been taken along to another", () => {
    const draft = draftOf("current operator of +48 601 234 567")
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "on which network a telephone number is now")
  })
})
