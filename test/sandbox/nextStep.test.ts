import { describe, expect, it } from "@effect/vitest"
import { nextStep } from "../../src/sandbox/components/nextStep.ts"

/** Launched so long ago, and not heard of. */
const claimed = (claimedMsAgo: number) => ({ instance: "i", version: "v", controlUrl: null, pid: null, wanted: true, claimedMsAgo })
const after = (claimedMsAgo: number, launched: "runs" | "ended" | "elsewhere") =>
  nextStep(claimed(claimedMsAgo), { version: "v", starting: true, launched })._tag

describe("a keeper that has not answered yet", () => {
  it("is waited for on a slow machine, by the others and longer by the one who sees its process run", () => {
    expect(after(29_000, "elsewhere")).toBe("Wait")
    expect(after(59_000, "runs")).toBe("Wait")
  })
  it("is followed by another once it has ended, or was not heard of for long", () => {
    expect(after(1, "ended")).toBe("Launch")
    expect(after(31_000, "elsewhere")).toBe("Launch")
    expect(after(61_000, "runs")).toBe("Launch")
  })
})
