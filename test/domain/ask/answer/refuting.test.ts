import { assert, it } from "@effect/vitest"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { describePhone } from "../../../../layers/sources/telecom/phone.ts"

it.each([["phone.international"], ["country.name"], ["phone.type"]])(
  "an answer about an invalid number begins with the sentence that it is not valid, also where %s was requested",
  (fact) => {
    const sentences = sentencesFor(describePhone("+41 12", undefined), [fact], builtinTemplates("phone.lookup"))
    assert.include(sentences[0]?.text, "It is not a valid phone number")
    assert.notInclude(sentences.map(({ text }) => text).join(" "), "not known")
  },
)

it("the requested fact of a valid number is the answer", () => {
  const sentences = sentencesFor(
    describePhone("0041 (0)79 123 45 67", undefined),
    ["phone.international"],
    builtinTemplates("phone.lookup"),
  )
  assert.include(sentences.map(({ text }) => text).join(" "), "+41 79 123 45 67")
})
