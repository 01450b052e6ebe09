import { describe, expect, it } from "@effect/vitest"
import { nextStep } from "../../src/sandbox/supervisor/followSupervisor.ts"

/** Launched this long ago and not registered. */
const claimed = (claimedMsAgo: number) => ({ instance: "i", version: "v", controlUrl: null, pid: null, wanted: true, claimedMsAgo })
const after = (claimedMsAgo: number, launched: "runs" | "ended" | "elsewhere") =>
  nextStep(claimed(claimedMsAgo), { version: "v", starting: true, launched })._tag

describe("a supervisor that has not registered yet", () => {
  it("an unregistered supervisor has 30 seconds, or 60 for the gateway that sees its process run", () => {
    expect(after(29_000, "elsewhere")).toBe("Wait")
    expect(after(59_000, "runs")).toBe("Wait")
  })
  it("an unregistered supervisor is replaced once its process has ended or its time is over", () => {
    expect(after(1, "ended")).toBe("Launch")
    expect(after(31_000, "elsewhere")).toBe("Launch")
    expect(after(61_000, "runs")).toBe("Launch")
  })
})
