import { assert, it } from "@effect/vitest"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { subnetOf } from "../../../../layers/sources/ip-registry/subnet.ts"
import { describePhone } from "../../../../layers/sources/telecom/phone.ts"

it.each([["phone.international"], ["country.name"], ["phone.type"], ["phone.area"], ["phone.network"]])(
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

it("what is known is stated beside requested facts that are all unknown", () => {
  const textOf = (facts: ReadonlyArray<string>) =>
    sentencesFor({ subnet: subnetOf("/22") }, facts, builtinTemplates("ip.subnet"))
      .map(({ text }) => text)
      .join(" ")
  assert.include(textOf(["subnet.first_address", "subnet.last_address"]), "First address: not known.")
  assert.include(textOf(["subnet.first_address", "subnet.last_address"]), "1024 addresses")
  assert.notInclude(textOf(["subnet.addresses"]), "not known")
})
