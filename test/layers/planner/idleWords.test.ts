import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  // Nothing else than the region.
  ["public holidays Germany 2027, Bavaria only", ["calendar.public_holidays"]],
  ["stat holidays canada 2027", ["calendar.public_holidays"]],
  ["public holidays in Basel-Stadt 2027", ["calendar.public_holidays"]],
  ["Compare sunrise in Madrid and Warsaw on 1 Dec 2026", ["place.search", "sun.times", "place.search", "sun.times"]],
  ["What's the current VAT rate in Estonia? I have 22% in our system but somebody wrote that it went up", ["tax.vat_rate"]],
  ["new joiner starts 14 December 2026 with 90 days notice period, what is last day", ["calendar.add_days"]],
  ["IT60X0542811101000000123456 , i need to know the ABI and CAB", ["bank.validate_iban"]],
  ["is there a full moon in March 2027, and when", ["moon.phases"]],
  ["Is 10.44.0.7 even routable on the public internet?", ["ip.purpose"]],
  ["Statutory holidays in Québec between May and September 2027", ["calendar.holidays_between"]],
  ["how late does it stay light in montreal on june 24", ["place.search", "sun.times"]],
  ["Has Brazil abolished daylight saving time?", ["time.clock_changes"]],
  ["Does Paraguay still change its clocks twice a year?", ["time.clock_changes"]],
  ["When is Eid al-Fitr expected in Nigeria next year?", ["calendar.named_holiday"]],
  ["The client file shows AHV number 756.9217.0769.85, is the checksum fine?", ["id.validate_number"]],
  // Statements of persons and about papers.
  ["Vendor in Australia sent ABN 51 824 753 556, correct format?", ["company.validate_number"]],
  ["Does info@gmial.com look like a typo? customer says never got our mail", ["email.check"]],
  ["Is +1 876 555 0142 a US number? The customer claims that he lives in Florida", ["phone.lookup"]],
  ["New starter in Milan gave codice fiscale RSSMRA85T10A562S. Does the check character match?", ["id.validate_number"]],
  ['Delivery address only says "Newcastle, KwaZulu-Natal". Is that a real town and what are its coordinates?', ["place.search"]],
  ["Please confirm whether 212.58.244.70 is located in the UK, we have a licensing restriction.", ["ip.country"]],
  // A name of several values beside the one that is meant.
  ["Which countries use the CFA franc XOF?", ["currency.info"]],
  ["landlocked countries in south america?", ["country.find"]],
])("words that change nothing of the request delay no plan: %s", (question, operations) => {
  const { isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread, isUncertain], [operations, undefined, undefined])
})

it.each([
  ["only the holidays of Bavaria that are on a Monday in 2027", "only"],
  ["Compare the VAT rate of Spain", "Compare"],
  ["is the new VAT rate of Estonia 24 %", "new"],
  ["erev yom kippur 2027 date", "erev"],
  ["When does the US change its clocks in 2027, and when do we?", "when do we"],
  ["HR in Leeds wants to know the time in Dubai", "Leeds"],
  ["How many towns called Springfield are there in the US?", "How many towns"],
])("the same words are named where they may change it: %s", (question, word) => assert.include(planOf(question).unread ?? [], word))

it("the days of a period are taken by their order in time", () => {
  assert.deepInclude(inputsOf("Employee joined 14/09/2021, leaving 31/03/2027. How many years, months and days of service is that?"), {
    "calendar.start_date": "2021-09-14",
    "calendar.end_date": "2027-03-31",
  })
  const draft = draftOf("number of working days in Spain starting on 20 December 2026 and ending on 10 December 2026")
  assert.strictEqual(draft._tag, "NeedsInput")
})

it("a town beside a telephone number requests the area of the number", () =>
  assert.include(planOf("Is +49 30 901820 a landline in Berlin?").goals[0]!.facts, "phone.area"))

it.each([
  ["what are the symbols and ISO codes for the currencies of Nepal and Bangladesh", ["currency.of_country", "currency.of_country"]],
  ["What are the capitals of the neighbours of Austria?", ["country.neighbours"]],
  ["currencies of the neighbours of Poland", ["country.neighbours"]],
  ["What's the 9-digit business number check, mine is 123456782, does it pass", ["company.validate_number"]],
  ["A witness in Zagreb is heard at 8:30 am Chicago time on December 9. What time is that in Zagreb?", ["time.convert"]],
])("a noun, a number of digits or a name that a step answers holds no plan: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [operations, undefined])
})
