import { expect, it } from "vitest"
import { withoutWithdrawn } from "../../../domain/planning/read/frames.ts"

it("a noun phrase that is taken back at once requests nothing, and all positions stay", () => {
  const question = "bank hols? no - public holidays in Portugal"
  const left = withoutWithdrawn(question)
  expect(left.trim()).toBe("public holidays in Portugal")
  expect(left.indexOf("public")).toBe(question.indexOf("public"))
  expect(withoutWithdrawn("Good day. Sunset in Oslo? Nope, sunrise in Bergen").replaceAll(/\s+/g, " ")).toBe("Good day. sunrise in Bergen")
})

it("a question that is answered with no stays", () => {
  for (const question of [
    "Is Kosovo in the EU? No, but which currency has it?",
    "capital of Peru?",
    "Oslo? no",
    "which day is it? no, wait - in Tokyo",
  ])
    expect(withoutWithdrawn(question)).toBe(question)
})
