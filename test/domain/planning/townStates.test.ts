import { assert, it } from "@effect/vitest"
import { isTownOfStates, withState } from "../../../domain/planning/match/townStates.ts"

it("a town of the United States gets the state of the largest town of its name", () => {
  assert.deepStrictEqual(["Gilroy", "Portland", "New York", "st. louis"].map(withState), [
    "Gilroy, CA",
    "Portland, OR",
    "New York, NY",
    "st. louis, MO",
  ])
})

it("a name that no town of the United States has stays as it is", () => {
  assert.strictEqual(withState("Reykjavik"), "Reykjavik")
  assert.isFalse(isTownOfStates("Reykjavik"))
})
