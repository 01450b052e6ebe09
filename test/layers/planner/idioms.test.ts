import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 27, 9))

it.each([
  ["standard VAT rates Belgium and Luxembourg next to each other", ["tax.vat_rate", "tax.vat_rate"]],
  ["saw 172.32.5.9 in the dome controller log, thats from our private range no?", ["ip.purpose"]],
  ["A runner wrote from an address ending in .so, thats South Sudan isn't it?", ["country.of_code"]],
  ["is Diwali 2026 a gazetted holiday in India", ["calendar.named_holiday"]],
  ["is 07700 900123 a proper mobile number", ["phone.lookup"]],
  ["does accounts@mailinator.com come from a disposable e-mail provider?", ["email.check"]],
  ["I deliver to Klagenfurt on 8 december, is it a holiday over there?", ["place.search", "calendar.is_holiday"]],
  ["fajr... I mean astronomical dawn in Amman on 1 March 2027", ["place.search", "sun.times"]],
  ["When is the new moon of December, because of the spring tides", ["moon.phases"]],
  ["currency of Rwanda and how many digits after the comma", ["currency.of_country"]],
  ["sunset in Lisbon on 15 March 2027, or at least civil dusk", ["place.search", "sun.times"]],
  ["How many days from today until Pentecost 2027?", ["calendar.days_between"]],
  ["business days in December 2026 in Ireland, leaving out the bank holidays", ["calendar.business_days"]],
  ["population of Cuenca, I mean the one in Spain not Ecuador", ["place.search"]],
  ["which countries use the rand besides south africa", ["currency.info"]],
  ["phone number on the HR form is +44 7911 123456, need it in international format", ["phone.lookup"]],
  [
    "flying to Namibia for a job, what's the airport code for Walvis Bay and what money do they use",
    ["airport.search", "currency.of_country"],
  ],
  ["what VAT percentage must be on the invoice for a customer in France", ["tax.vat_rate"]],
  ["moonrise birmingham uk tonite", ["place.search", "moon.times"]],
  ["A Swiss supplier asks: what is the VAT rate over there?", ["tax.vat_rate"]],
  ["tz database name of Saskatoon", ["place.search", "time.zone_at"]],
  ["what BIC goes with DE89370400440532013000", ["bank.of_iban"]],
  ["A trial starts 1 February 2027 and lasts three months, what day of the week does it end on?", ["calendar.add_days"]],
  ["does 172.32.5.1 belong to the rfc1918 private range", ["ip.purpose"]],
])("idioms change nothing: %s", (question, operations) => {
  const { isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread, isUncertain], [operations, undefined, undefined])
})

it("a number in national form beside two countries is not bought without a choice", () => {
  const draft = draftOf("my number is 0722 000 000, how must a German write it to reach me in kenya")
  assert.notStrictEqual(draft._tag, "Planned")
})

it("back to summer time is forward", () => {
  assert.notInclude(planOf("When does the US go back to summer time in 2027?").goals[0]!.facts, "time.clocks_back")
  assert.include(planOf("When do the clocks go back in the US in 2027?").goals[0]!.facts, "time.clocks_back")
})

it("a name or a number before a correction may still be meant", () => {
  assert.isDefined(planOf("Republic of Ireland's postal... sorry, what is its international prefix").unread)
  assert.isDefined(planOf("Is 6 January... no, what are the public holidays in Poland in 2027?").unread)
})

it("a holiday in one region but not in another is looked up in both", () =>
  assert.sameMembers(valuesOf("Is 6 January 2027 a holiday in Bavaria but not in Hesse?", "region.code"), ["DE-BY", "DE-HE"]))

it.each([
  ["cutoff is 1600 hrs SGT friday, what is that in Los Angeles", "2026-11-27T16:00"],
  ["cutoff is 16:00 hrs Friday in Singapore, what is that in Los Angeles", "2026-11-27T16:00"],
  ["vessel berths at 0730 hours in Santos, what time is that in London", "2026-11-27T07:30"],
])("four digits before hours are a clock time: %s", (question, moment) =>
  assert.deepEqual([valuesOf(question, "time.date_time"), planOf(question).unread], [[moment], undefined]),
)

it("four digits before hours are no clock time where they are an amount", () => {
  const draft = draftOf("he worked 1600 hours in 40 weeks")
  assert.notStrictEqual(draft._tag, "Planned")
})

it("letters that are the sign of one currency name it", () =>
  assert.deepEqual(valuesOf("1 230 zł brutto with 23% vat, how much is net and how much vat", "currency.code"), ["PLN"]))

it.each([
  "The lease lasts six months and ends on 30 June 2027. When does it start?",
  "The fair lasts 4 days. On which weekday is 3 October 2026?",
  "which holidays go with Easter in Germany 2027",
  "what time zone goes with EST",
])("how long and what goes with it may be the request: %s", (question) => assert.isDefined(planOf(question).unread))
