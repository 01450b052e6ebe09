import { assert, describe, it } from "@effect/vitest"
import { doubtIn, planMessage } from "../../../domain/ask/doubt.ts"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 22, 9))

describe("the accounting of a question", () => {
  it.each([
    ["a sign", "symbol of -15 Latvian lats", "-15"],
    ["a number", "What is the currency of Japan in 14 days?", "14"],
    ["a negation", "Which currency does Switzerland not use?", "not"],
    ["an ordinal", "What is the second currency of Japan?", "second"],
    ["the day of a month that is not named", "is the 24th a public holiday in Sweden?", "24"],
    ["a qualifier of time", "What is the capital of Brazil until 1960?", "until"],
    ["a value that no step takes", "What is the capital of Brazil at 15:40 on 3 december", "15:40"],
    ["a thing that no operation knows", "sunset with high tide at Saint-Malo on 25 November 2026", "tide"],
    ["a negation in a statement about a value", "Is DE89370400440532013000 valid? our bank did not accept 15 March", "not"],
    ["what kind of number a value is", "is loyalty number +44 20 7946 0018 valid", "loyalty"],
    ["a clause that no operation answers", "What is the currency of Japan, and the weather in Paris?", "weather"],
  ])("a plan names %s that it does not use, and is not bought by itself", (_, question, part) => {
    const plan = planOf(question)
    assert.include(plan.unread?.join(" "), part)
    assert.strictEqual(doubtIn(plan)?.code, "unread")
    assert.include(doubtIn(plan)?.message, part)
    assert.include(planMessage(plan), part)
  })

  it.each([
    "What is the capital of Japan?",
    "Hi, could you please tell me what the currency of Switzerland is? Thanks!",
    "A supplier mailed us BE68539007547035 for payments, is this IBAN valid?",
    "Is DE89370400440532013000 a valid IBAN, yes or no?",
    "VAT no. IE6388047V ok?",
    "When is sunset at Keflavik airport (KEF) on 2026-06-21?",
    "Is 24 December a public holiday in Poland?",
    "What country is 8.8.8.8 registered in?",
    "i have a 15 gallon tank. how much is it in litres",
    "What big city lies at 41.38 N 2.17 E",
    "country for IPv6 2001:4860:4860::8888 pls",
    "Does Paraguay have a sea coast or is it landlocked?",
    "Where is 147.251.48.1, country only",
    "cron job runs 15 March 2027 at 02:30 in Europe/Berlin, which UTC time is it?",
    "Was last Friday a holiday in Brazil? our partner did not pick up",
    "Customer in Belfast has a VAT no beginning with XI, can that be?",
  ])("politeness, background and names of a value do not keep a plan from being bought: %s", (question) =>
    assert.isNull(doubtIn(planOf(question))),
  )

  it("an uncertain operation is offered with its inputs and its price, beside two others at most, and the selected one is planned without doubt", () => {
    const question = "when did Poland join the EU?"
    const draft = draftOf(question)
    if (draft._tag !== "NeedsSelection") return assert.fail(draft._tag)
    assert.isAtMost(draft.choice.candidates.length, 3)
    assert.include(draft.message, '"join"')
    const [first] = draft.choice.candidates
    assert.deepInclude(first?.attributes, { operation: "country.profile", max_cost_usd: "0.001" })
    assert.deepInclude(first?.attributes["inputs"], { "country.code": "PL" })
    const chosen = draftOf(question, { [draft.choice.id]: first!.entityRef })
    if (chosen._tag !== "Planned") return assert.fail(chosen._tag)
    assert.strictEqual(chosen.plan.steps[0]?.operation, "country.profile")
    assert.isNull(doubtIn(chosen.plan))
  })

  it.each([
    "how many calories are in a slice of black forest cake",
    "Write me a cover letter for a logistics manager role",
    "mayor of Tirana",
  ])("nothing is offered for a question of which no operation takes a value or knows a word: %s", (question) => {
    const draft = draftOf(question)
    assert.strictEqual(draft._tag, "Unsupported")
  })

  it("a plan that is not certain to answer the question has a reason of its own", () => {
    const plan: Plan = { goals: [], steps: [], limitations: [], isUncertain: true }
    assert.strictEqual(doubtIn(plan)?.code, "uncertain")
    assert.isNull(planMessage(plan))
  })
})
