import { expect, it } from "@effect/vitest"
import listed from "../../../layers/planner/extract/describedTexts.json" with { type: "json" }
import { readDescribedTexts } from "../../../scripts/eval/listDescribedTexts.ts"

it("the list of the built-in sources' texts says of each what the planner reads in it (else run `node scripts/learn.ts described`)", () => {
  expect(listed).toEqual(readDescribedTexts())
})
