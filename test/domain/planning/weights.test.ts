import { expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { spanFeatures } from "../../../domain/planning/match/features.ts"
import { likelihoodFeatures } from "../../../domain/planning/match/likelihood.ts"
import likelihood from "../../../domain/planning/match/likelihoodWeights.json" with { type: "json" }
import spans from "../../../domain/planning/match/spanWeights.json" with { type: "json" }

import typed from "../../../domain/planning/match/typedWeights.json" with { type: "json" }
import { typedFeatures } from "../../../domain/planning/match/typedLikelihood.ts"
import { planFeatures } from "../../../domain/planning/plan/planConfidence.ts"
import plans from "../../../domain/planning/plan/planWeights.json" with { type: "json" }

const textOf = (name: string) => readFileSync(new URL(`../../../domain/planning/match/${name}.json`, import.meta.url), "utf8")

it("the weight files name every feature once, in the order in which the code computes it", () => {
  expect(Object.keys(spans.features)).toEqual(spanFeatures)
  expect(Object.keys(likelihood)).toEqual(likelihoodFeatures)
  expect(Object.keys(typed)).toEqual(typedFeatures)
  expect(Object.keys(plans.typed)).toEqual(planFeatures)
  expect(Object.keys(plans.untyped)).toEqual(planFeatures)
})

it("the weight files have the format that scripts/learn.ts writes", () => {
  expect(textOf("spanWeights")).toBe(`${JSON.stringify(spans, null, 2)}\n`)
  expect(textOf("likelihoodWeights")).toBe(`${JSON.stringify(likelihood, null, 2)}\n`)
  expect(textOf("typedWeights")).toBe(`${JSON.stringify(typed, null, 2)}\n`)
})
