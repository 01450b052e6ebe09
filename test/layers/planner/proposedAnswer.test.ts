import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 11, 1, 9))
const proposedOf = (question: string) => planOf(question).goals[0]!.proposed

it.each([
  ["Is VAT in Estonia 22 %?", "vat.percent", "22"],
  ["VAT in Hungary is 27 %, right?", "vat.percent", "27"],
  ["Is the VAT rate in Germany still 19 percent?", "vat.percent", "19"],
  ["Is the currency of Poland the euro?", "currency.code", "EUR"],
  ["Is 8.8.8.8 an American IP?", "country.code", "US"],
  ["Is +351 the code of Portugal?", "country.calling_codes", "+351"],
] as const)("a value that the question proposes is compared with the answer: %s", (question, fact, value) => {
  const proposed = proposedOf(question)
  assert.deepStrictEqual([proposed?.facts, proposed?.value], [[fact], value])
})

it.each([
  "Is VAT in Hungary over 20 %?",
  "Is the VAT rate in Italy 22 or 20 %?",
  "Isn't it so that VAT in Spain is 21 %?",
  "Was VAT in Germany 16 % for a while?",
  "What is the VAT rate in Estonia, 22 %?",
  "Do they accept euro in Poland, what is the currency?",
  // The prefix is read as a code of the country, which is an input and no answer.
  "does Greece use the VAT prefix GR?",
  // Whether it is valid comes first.
  "Is DE136695976 a valid Austrian VAT number?",
  // The country of another place, and not what the answer states of one.
  "Does Queensland put the clock forward like Sydney does?",
])("nothing is proposed by a choice, a limit, a negation, the past or an input: %s", (question) => assert.isUndefined(proposedOf(question)))
