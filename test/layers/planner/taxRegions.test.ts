import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 11, 1, 9))

const stepsOf = (question: string) => {
  const { steps, unread = [] } = planOf(question)
  assert.deepEqual(unread, [])
  return steps.map(({ input, operation }) =>
    [
      operation,
      ...["tax.region", "country.code", "eu.area", "currency.amount", "amount.basis", "currency.code"].flatMap((field) => {
        const binding = input[field]
        return binding?._tag === "Value" ? [String(binding.value)] : []
      }),
    ].join(" "),
  )
}

/** The operations that a draft runs by itself, with nothing unread. */
const runs = (question: string): ReadonlyArray<string> => {
  const draft = draftOf(question)
  return draft._tag === "Planned" && draft.plan.unread === undefined && draft.plan.isUncertain !== true
    ? draft.plan.steps.map(({ operation }) => operation)
    : []
}

describe("a question for the tax on sales of a region", () => {
  it.each([
    ["HST rate in Nova Scotia", ["Nova Scotia"]],
    ["whats the HST rate in Ontario", ["Ontario"]],
    ["GST and QST in Quebec", ["Quebec"]],
    ["sales tax in British Columbia", ["British Columbia"]],
    ["does Alberta have PST", ["Alberta"]],
    ["how much tax is added in Saskatchewan", ["Saskatchewan"]],
    ["what is the sales tax in Manitoba right now", ["Manitoba"]],
    ["Is there provincial sales tax in the Yukon?", ["Yukon"]],
    ["How much HST do I charge a customer in New Brunswick?", ["New Brunswick"]],
    ["QST rate", ["Quebec"]],
    ["What's the total of GST and PST in BC?", ["British Columbia"]],
    ["GST/HST rate in PEI", ["Prince Edward Island"]],
    ["what's the GST in AB", ["Alberta"]],
    ["Is the HST in Nova Scotia 15%?", ["Nova Scotia"]],
    ["since when is HST 14 percent in Nova Scotia", ["Nova Scotia"]],
    ["HST in Toronto, Ontario", ["Ontario"]],
    ["I sell t-shirts online to Ontario, what HST do I charge?", ["Ontario"]],
    ["sales tax in Ontario, Canada", ["Ontario"]],
    ["HST in Ontario and Nova Scotia", ["Ontario", "Nova Scotia"]],
    ["VAT in Madeira", ["Madeira"]],
    ["VAT in Azores, Portugal", ["the Azores"]],
    ["standard and reduced VAT rates of Madeira", ["Madeira"]],
    ["IGIC rate in the Canary Islands", ["the Canary Islands"]],
    ["VAT in Tenerife", ["the Canary Islands"]],
    ["what tax do they charge in Ceuta", ["Ceuta"]],
    ["is there VAT on Heligoland", ["Heligoland"]],
    ["Is VAT charged in Büsingen?", ["Büsingen"]],
    ["does Livigno charge VAT", ["Livigno"]],
    ["what is the VAT rate in Jungholz", ["Jungholz"]],
    ["VAT rate in Northern Ireland", ["Northern Ireland"]],
    ["what is the VAT rate on Corsica", ["Corsica"]],
    ["sales tax in Texas", ["Texas"]],
    ["TX sales tax rate", ["Texas"]],
    ["does Oregon have sales tax", ["Oregon"]],
    ["state sales tax rate California", ["California"]],
    ["what's the sales tax in New York state", ["New York"]],
    ["sales tax in the state of Georgia", ["Georgia"]],
    ["Is Florida's sales tax 6%?", ["Florida"]],
    ["sales tax in West Virginia", ["West Virginia"]],
    ["sales tax in Texas and Florida", ["Texas", "Florida"]],
    ["which is higher, sales tax in Ohio or Indiana", ["Ohio", "Indiana"]],
  ])("is planned: %s", (question, regions) =>
    assert.deepEqual(
      stepsOf(question),
      regions.map((region) => `tax.region_rate ${region}`),
    ),
  )

  it.each([
    ["HST on 250 dollars in Ontario", "Ontario 250 net CAD"],
    ["1,200 net plus IVA in Madeira", "Madeira 1,200 net"],
    ["how much is $80 plus tax in British Columbia", "British Columbia 80 net CAD"],
    ["QST on 100 dollars in Quebec", "Quebec 100 net CAD"],
    ["how much HST is contained in 113 dollars in Ontario", "Ontario 113 gross CAD"],
    ["500 CAD incl. HST Nova Scotia", "Nova Scotia 500 gross CAD"],
    ["add PST to 40 dollars in BC", "British Columbia 40 net CAD"],
    ["gross 122 euro Madeira, how much VAT", "Madeira 122 gross EUR"],
    ["sales tax on 100 dollars in Connecticut", "Connecticut 100 net USD"],
  ])("is planned with an amount: %s", (question, step) => assert.deepEqual(stepsOf(question), [`tax.region_amount ${step}`]))

  it.each([
    ["VAT rate Martinique", "MQ"],
    ["does French Guiana have VAT?", "GF"],
    ["is there VAT in Mayotte", "YT"],
    ["VAT in Åland", "AX"],
    ["VAT in the Faroe Islands", "FO"],
    ["does Greenland have VAT", "GL"],
    ["VAT in Canada", "CA"],
    ["VAT in Portugal", "PT"],
  ])("is that of a country where a country or a territory with a code is named: %s", (question, country) =>
    assert.deepEqual(stepsOf(question), [`tax.vat_rate ${country}`]),
  )

  it.each([
    "sales tax in Canada",
    "sales tax in the USA",
    "tax in Georgia",
    "sales tax in Georgia",
    "sales tax in New York",
    "sales tax in New York City, state of New York",
    "sales tax in Washington",
    "sales tax Washington DC",
    "what is the sales tax in Toronto",
    "sales tax in Houston",
    "Houston, Texas sales tax",
    "sales tax of Austin in Texas",
    "sales tax in Los Angeles County, California",
    "sales tax in Kansas City",
    "sales tax in Ontario, California",
    "sales tax in Indiana, Pennsylvania",
    "sales tax in New England",
    "VAT in New South Wales",
    "sales tax in Baja California",
    "VAT on Madeira wine in the UK",
    "income tax in Texas",
    "property tax in New Jersey",
    "fuel tax in California",
    "hotel tax in Ontario",
    "sales tax on groceries in Illinois",
    "VAT on books in Madeira",
    "HST on restaurant meals in Ontario",
    "when is sales tax due in Texas",
    "sales tax holiday in Texas",
    "sales tax permit Texas",
    "what was the HST in Ontario in 2009",
    "HST registration number Ontario, is it valid",
    "HST rate",
    "HST on 250 dollars",
    "sales tax on $40 in Texas",
    "sales tax on 50 dollars in Houston, Texas",
    "VAT on 100 euro in Livigno",
    "VAT in Sicily",
    "VAT in San Marino",
    "sales tax in Gibraltar",
  ])("is not answered with a rate: %s", (question) => assert.deepEqual(runs(question), []))

  it.each([
    ["what time is 3 pm PST in British Columbia", ["time.convert"]],
    ["is BC on PST", []],
    ["HST in Hawaii", []],
    ["VAT in Texas", []],
  ])("is not read where the letters name a clock or the tax is another: %s", (question, operations) =>
    assert.deepEqual(runs(question), operations),
  )
})

describe("a question for the areas of the European Union", () => {
  it.each([
    ["Does San Marino belong to the EU VAT area?", "SM VAT area"],
    ["is Åland in the EU VAT area", "AX VAT area"],
    ["which countries are in the EU for VAT purposes, is Norway one", "NO VAT area"],
    ["Is Norway inside the EU customs union", "NO customs union"],
    ["Is Turkey in the EU customs union?", "TR customs union"],
    ["is Andorra in the customs union with the EU", "AD customs union"],
    ["are the Canary Islands part of the EU VAT territory", "the Canary Islands ES VAT area"],
    ["is Northern Ireland in the EU VAT area for goods", "Northern Ireland GB VAT area"],
    ["Is Monaco part of the EU customs territory?", "MC customs territory"],
    ["Does Livigno belong to the customs territory of the EU?", "Livigno IT customs territory"],
    ["is Switzerland in the EU customs union", "CH customs union"],
    ["is the UK in the EU VAT area", "GB VAT area"],
    ["Is Greenland in the EU customs area?", "GL customs territory"],
  ])("is planned: %s", (question, step) => assert.deepEqual(stepsOf(question), [`tax.eu_area ${step}`]))

  it.each([
    ["is Ukraine in the EU", ["country.profile"]],
    ["is Croatia in Schengen", ["country.profile"]],
    ["which countries are in the EU customs union", []],
    ["which territories are outside the EU VAT area", []],
    ["Is Mexico in a customs union with the US", []],
    ["is Kazakhstan in the Eurasian customs union", []],
    ["is Switzerland in a customs union with Liechtenstein", []],
    ["customs duty between Turkey and EU", []],
    ["Is Gibraltar in the EU customs union", []],
    ["when did Norway join the EU customs union", []],
    ["does the Isle of Man belong to the UK VAT area", []],
  ])("is planned with another operation, or not: %s", (question, operations) => assert.deepEqual(runs(question), operations))
})
