import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 24, 9))

const stepsOf = (question: string): ReadonlyArray<string> => {
  const { steps, unread } = planOf(question)
  assert.isUndefined(unread, question)
  return steps.map(({ input, operation }) =>
    [operation, ...Object.values(input).map((binding) => ("value" in binding ? binding.value : "?"))].join(" "),
  )
}

describe("a question for rates of VAT", () => {
  it.each([
    ["standard vat rates: poland, czech, hungary, lithuania", ["PL", "CZ", "HU", "LT"]],
    ["what VAT % do i add for customers germany france finland", ["DE", "FR", "FI"]],
    ["vat standard rate kenya uganda tanzania", ["KE", "UG", "TZ"]],
    ["moms rate denmark", ["DK"]],
    ["current singapore gst rate", ["SG"]],
    ["GCC budget: VAT standard rate in UAE, Saudi, Bahrain, Oman", ["AE", "SA", "BH", "OM"]],
  ])("has a step for each of its countries: %s", (question, countries) =>
    assert.deepStrictEqual(
      stepsOf(question),
      countries.map((code) => `tax.vat_rate ${code}`),
    ),
  )

  it("takes the day or the year that it names", () => {
    assert.deepStrictEqual(stepsOf("VAT rate in Germany on 1 October 2020"), ["tax.vat_rate DE 2020-10-01"])
    assert.deepStrictEqual(stepsOf("slovakia normal VAT rate in 2026?"), ["tax.vat_rate SK 2026"])
  })

  it("is refused, not answered with the rate of today, where the rate of its year is not known", () => {
    const draft = draftOf("VAT rate in Poland in 2005")
    if (draft._tag !== "NeedsInput") return assert.fail(draft._tag)
    assert.include(draft.message, "not known before 2011-01-01")
  })

  it.each([
    "Swiss UID CHE-123.456.788, check digit correct? And Swiss standard VAT.",
    "German VAT DE136695976, check digit correct? And German standard VAT.",
  ])("is not lost beside a number that is checked: %s", (question) =>
    assert.deepStrictEqual(
      stepsOf(question).map((step) => step.split(" ")[0]),
      ["tax.validate_vat", "tax.vat_rate"],
    ),
  )

  it.each(["VAT in Mallorca", "VAT rate in Munich", "Crete VAT", "VAT in Funchal", "VAT prefix in Belfast"])(
    "is not answered with the country of a town or an island: %s",
    (question) => assert.notStrictEqual(draftOf(question)._tag, "Planned"),
  )

  it.each([
    ["VAT normal rate in Madeira and in mainland Portugal", "mainland Portugal"],
    ["VAT in Germany, Bavaria?", "Bavaria"],
    ["VAT in Crete, Greece", "Crete"],
    ["VAT in Spain, Andalusia", "Andalusia"],
    ["VAT rate Mallorca Spain", "Mallorca"],
    ["VAT rate in Portugal and in Funchal", "Funchal"],
    ["food VAT Germany", "food"],
    ["capital of UAE, Foo, Bahrain, Oman", "Oman"],
  ])("waits for an approval where the plan does not use a part of it: %s", (question, part) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(draft._tag)
    assert.include(draft.plan.unread?.join(" "), part)
  })

  it.each([
    ["reduced VAT rate(s) of Poland?", ["tax.reduced_vat_rates PL"]],
    ["vat rate hungary standard + reduced", ["tax.reduced_vat_rates HU"]],
    ["Is there a super-reduced rate in Spain?", ["tax.reduced_vat_rates ES"]],
    ["reduced VAT rates Austria, Germany", ["tax.reduced_vat_rates AT", "tax.reduced_vat_rates DE"]],
    ["How much VAT do we pay in Sweden for hotel rooms?", ["tax.goods_vat_rate SE hotel accommodation"]],
    ["VAT rate on books in Germany", ["tax.goods_vat_rate DE printed books"]],
    ["What VAT rate does France charge on restaurant meals?", ["tax.goods_vat_rate FR restaurant meals"]],
    ["VAT on the hotel restaurant in Italy", ["tax.goods_vat_rate IT restaurant meals"]],
    [
      "Reduced VAT rates for books and hotel stays in Austria",
      ["tax.goods_vat_rate AT printed books", "tax.goods_vat_rate AT hotel accommodation"],
    ],
    // The standard rate is that of the other operation.
    ["what is the standard VAT rate in Spain at the moment", ["tax.vat_rate ES"]],
    ["how much VAT in Norway, percent", ["tax.vat_rate NO"]],
    [
      "What is the VAT rate on books in the Netherlands and the standard rate in Belgium?",
      ["tax.goods_vat_rate NL printed books", "tax.vat_rate BE"],
    ],
  ])("is for the reduced rates, or for that of goods, where it names them: %s", (question, steps) =>
    assert.deepStrictEqual(stepsOf(question), steps),
  )

  it.each([
    "VAT on hotel rooms with breakfast in Germany",
    "VAT on restaurant meals with wine in Germany",
    "VAT rate in Austria for hotel nights including breakfast",
    "Is VAT lower in Germany or France?",
    "Lunch was 60 EUR incl. VAT in Ireland, how much VAT?",
    "Can I deduct the VAT on 119 EUR gross in Germany?",
  ])("is not answered by itself where another rate than the one that is known may be meant: %s", (question) => {
    const draft = draftOf(question)
    const steps = draft._tag === "Planned" && draft.plan.unread === undefined ? draft.plan.steps.map(({ operation }) => operation) : []
    assert.isEmpty(steps.filter((operation) => !/^tax\.vat_rate$/u.test(operation)))
  })

  it.each([
    "vat rate for e-books in France",
    "VAT on children's books in the UK",
    "VAT on bookkeeping in Germany",
    "reduced VAT rates in France for books and food",
    "VAT on books and newspapers in Italy",
    "VAT on camping in Spain",
  ])("is refused for other goods: %s", (question) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "No source has the rates of VAT for these goods or services")
  })
})

describe("a question for the VAT of an amount", () => {
  it.each([
    ["Gross EUR 1,188.00 with Austrian standard rate: net and VAT?", "AT 1,188.00 gross EUR"],
    ["From 1 000 EUR net, how much VAT is added in Romania at standard rate", "RO 1 000 net EUR"],
    ["how much is 250 GBP plus UK VAT", "GB 250 net GBP"],
    ["net amount of 250.00 GBP including UK VAT", "GB 250.00 gross GBP"],
    ["gross of 99.90 EUR net in Finland", "FI 99.90 net EUR"],
    ["VAT in 100 CHF Switzerland?", "CH 100 gross CHF"],
    ["Bill is 240 GBP incl VAT, UK. net?", "GB 240 gross GBP"],
    ["If gross is 1190 EUR in Germany, what's the net?", "DE 1190 gross EUR"],
    ["How much VAT is contained in a gross price of 122 euros in Italy?", "IT 122 gross EUR"],
    ["remove VAT from 1,190 EUR Germany", "DE 1,190 gross EUR"],
    // A sign or a name that several currencies share is that of the country.
    ["How much GST is in $1,380 (NZ, GST inclusive)?", "NZ 1,380 gross NZD"],
    ["$1,380 including GST, how much of that is the GST? we're in NZ", "NZ 1,380 gross NZD"],
    ["add VAT to £400 in the UK", "GB 400 net GBP"],
    ["VAT on R 18,450.00 in South Africa", "ZA 18,450.00 net ZAR"],
    ["500 pounds gross in the UK, VAT part?", "GB 500 gross GBP"],
    ["net 2.380.000 pesos plus IVA, what's the total in Chile?", "CL 2.380.000 net CLP"],
  ])("reads from the words beside the amount whether the tax is in it: %s", (question, inputs) =>
    assert.deepStrictEqual(stepsOf(question), [`tax.vat_of_amount ${inputs}`]),
  )

  it("does not take the sign of another currency for that of the country", () => {
    assert.strictEqual(draftOf("invoice of $500 to a customer in Germany plus VAT")._tag, "Unsupported")
    assert.deepStrictEqual(stepsOf("add GST to $250 in Australia"), ["tax.vat_of_amount AU 250 net AUD"])
  })

  it("asks back whether the amount is net or gross where it says neither", () => {
    for (const question of [
      "VAT for 500 EUR in Germany",
      "net of 500 EUR in Germany, VAT?",
      "What is 100 EUR with VAT in Germany?",
      "What is the gross price of 100 EUR in Germany with VAT?",
      "what is the net price of 119 EUR in Germany, VAT",
    ]) {
      const draft = draftOf(question)
      if (draft._tag !== "NeedsInput") return assert.fail(`${question}: ${draft._tag}`)
      assert.deepStrictEqual(
        draft.needs.map(({ field }) => field),
        ["amount.basis"],
      )
    }
  })
})

it.each(["What's the VAT rate on ebooks in Ireland?", "GST on petrol in Australia", "VAT rate for children's clothes in Ireland"])(
  "a rate for goods is refused, and not bought as the standard rate: %s",
  (question) => {
    const draft = draftOf(question)
    assert.strictEqual(draft._tag, "Unsupported")
    assert.include(draft._tag === "Unsupported" ? draft.message : "", "reduced rates")
  },
)
