import { assert, describe, it } from "@effect/vitest"
import { doubtIn } from "../../../domain/ask/doubt.ts"
import { announcementsOf, statementsOf } from "../../../domain/planning/read/frames.ts"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 24, 9))
const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => operation)
const taggedOf = (question: string) => ({ question, tagged: () => extract.tagged(question) })

describe("a clause that is a statement by its parts of speech", () => {
  it.each([
    ["vat prefix greece, GR gets rejected", "GR gets rejected"],
    ["ICAO code for Oslo airport please, the ops software does not take OSL", "the ops software does not take OSL"],
    ["New hire from Portugal gave NIF 248716301. Is the number valid?", "New hire from Portugal gave NIF 248716301"],
    ["firewall shows traffic to 17.253.144.10, is that a public address?", "firewall shows traffic to 17.253.144.10"],
  ])("is found beside the request: %s", (question, statement) => {
    assert.deepStrictEqual(
      statementsOf(taggedOf(question)).map(({ text }) => text.trim()),
      [statement],
    )
  })

  it.each([
    "public holidays in Spain, time zone of Madrid",
    "currency used in Peru, capital of Chile",
    "the country registered for 8.8.8.8, its capital",
    "The sun rises at 8 in Oslo",
    "check 8.8.8.8, convert 5 miles to km",
  ])("is not seen in a noun phrase with a participle, a command, or the only clause: %s", (question) => {
    assert.deepStrictEqual(statementsOf(taggedOf(question)), [])
  })

  it("costs no approval", () => {
    for (const question of [
      "vat prefix greece, GR gets rejected",
      "AS64512 appears in our router config, is it a public one?",
      "Does Laos have a sea coast? The forwarder wants to quote ocean freight all the way",
    ])
      assert.isNull(doubtIn(planOf(question)), question)
  })

  it("requests no operation of its own, and its value is used by the clause that asks", () => {
    assert.deepStrictEqual(operationsOf("A supplier writes from a .rs domain, what country does that ending stand for?"), [
      "country.of_code",
    ])
    assert.deepStrictEqual(operationsOf("we blocked 130.226.237.173 by accident, where does this come from"), ["ip.country"])
  })

  it("keeps its words unread where an operation answers them, and a qualifier beside a value", () => {
    assert.include(planOf("sunrise starts the shift in Oslo. Which currency do they use?").unread?.join(" ") ?? "sunrise", "sunrise")
    assert.include(planOf("Office opens until 1 December 2026 in Oslo. Is it a holiday?").unread?.join(" ") ?? "", "until")
  })
})

describe("a request that somebody reports", () => {
  it.each([
    ["Guests ask for sunrise in Oslo", "Guests ask for"],
    ["Payroll in Winnipeg wants to know whether 046 454 287 could be genuine", "Payroll in Winnipeg wants to know"],
    ["freezer at -18 C, american customer wants fahrenheit", "american customer wants"],
  ])("is found behind its announcement: %s", (question, announcement) => {
    assert.deepStrictEqual(
      announcementsOf(taggedOf(question)).map(({ text }) => text.trim()),
      [announcement],
    )
  })

  it.each(["which country needs a visa", "drone pilots ask", "what does Spain require"])("has words behind it: %s", (question) => {
    assert.deepStrictEqual(announcementsOf(taggedOf(question)), [])
  })

  it("is planned as the request", () => {
    assert.deepStrictEqual(operationsOf("Guests ask for sunrise in Tromsø on 21 December 2026"), ["place.search", "sun.times"])
    assert.deepStrictEqual(operationsOf("Photographer asks for the moon phase on Christmas Eve 2026."), ["moon.phase"])
  })
})

describe("a clause that refers to an earlier answer", () => {
  it.each([
    ["IP 196.25.1.1 - which country, and what is the phone prefix of this country", ["ip.country", "phone.dialling"]],
    ["In which country is 200.160.2.3 registered, and what's the currency code of this country?", ["ip.country", "currency.of_country"]],
    ["Crew rotates via AKL. Which country is that, and in what currency will they pay?", ["airport.lookup", "currency.of_country"]],
  ])("takes its input from the step of that answer: %s", (question, operations) => {
    const { steps } = planOf(question)
    assert.deepStrictEqual(
      steps.map(({ operation }) => operation),
      operations,
    )
    const [binding] = Object.values(steps[1]!.input)
    assert.deepInclude(binding, { _tag: "From", step: 0 })
  })

  it("is no step of its own where the earlier step answers it", () => {
    assert.deepStrictEqual(operationsOf("Our air waybill shows EZE as destination. Which airport and city is that?"), ["airport.lookup"])
  })

  it("is not lost behind a list, of which each member has a step of its own", () => {
    const operations = operationsOf("8.8.8.8 and 193.0.6.139: which countries, and the currency there?")
    assert.strictEqual(operations.filter((id) => id === "ip.country").length, 2)
  })
})
