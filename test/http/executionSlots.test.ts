import { expect, it } from "vitest"
import { executionSlots } from "../../src/http/server/executionSlots.ts"

const owner = (id: string, limit = 512) => ({ id, limit })
/** How many places an owner gets that takes as many as it can. */
const fill = (slots: ReturnType<typeof executionSlots>, id: string, limit?: number) => {
  let count = 0
  while (slots.take(owner(id, limit)) !== undefined) count++
  return count
}

it("one owner takes half of a node at most, and leaves places for each further one", () => {
  const slots = executionSlots(512)
  expect([fill(slots, "a"), fill(slots, "b"), fill(slots, "c")]).toEqual([256, 128, 64])
  expect(slots.take(owner("d"))).toBeDefined()
})

it("owners below their own limits share all places of a node", () => {
  const slots = executionSlots(8)
  for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"]) expect(slots.take(owner(id, 1)), id).toBeDefined()
  expect(slots.take(owner("i"))).toBeUndefined()
})

it("a place that is left is free again, and the limit of an owner holds", () => {
  const slots = executionSlots(512)
  expect(fill(slots, "a", 3)).toBe(3)
  const place = slots.take(owner("b"))!
  place.leave()
  expect([slots.count(), slots.isFullFor(owner("a", 3)), slots.isFullFor(owner("b", 1))]).toEqual([3, true, false])
})
