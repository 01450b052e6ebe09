import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { getHeapSpaceStatistics } from "node:v8"
import { releaseStartMemory } from "../../src/startMemory.ts"

const youngGeneration = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space")!.physical_space_size / 2 ** 20

it.effect("the memory that only the start needed is given back", () =>
  Effect.gen(function* () {
    // What survives some collections makes the young generation grow, as the modules of a start do.
    let kept: Array<object> = []
    for (let n = 0; n % 10_000 > 0 || youngGeneration() < 8; n++) {
      kept.push({ n })
      if (kept.length > 200_000) kept = []
    }
    yield* releaseStartMemory
    expect(youngGeneration()).toBeLessThan(4)
  }),
)
