import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["countries that use the euro but aren't in the EU", ["country.find"]],
  // A town that has the name of a holiday.
  ["Population of Santa Cruz", ["place.search"]],
  ["shipment within 45 days from 2026-12-11, what is the last day?", ["calendar.add_days"]],
  ["how many milliliters in 3/4 of a US cup", ["unit.convert"]],
  ["how many grams in half a pound", ["unit.convert"]],
  // What a note says is no request for the notes of an answer; what is on a day, beside it; and the side of a road.
  ["The delivery note says 2,650 lb, would you kindly convert this to kilograms?", ["unit.convert"]],
  ["How many days are there from today until our concert on 12 June 2027?", ["calendar.days_between"]],
  ["We open the festival on 15 July 2027, how many full weeks are left from today, 28 November 2026?", ["calendar.days_between"]],
  [
    "A sworn translation must be delivered ten working days after 14 December 2026 by the calendar of Belgium, what date will this be?",
    ["calendar.add_business_days"],
  ],
  ["In Bhutan the car drive on left side or right side?", ["country.profile"]],
  ["At what local time will the solar eclipse of 2 August 2027 be at its maximum in Tangier?", ["place.search", "sky.next_eclipse"]],
  ["How many decimal places does the Ugandan shilling have under ISO 4217?", ["currency.info"]],
  ["What time is it in Santiago de Chile", ["place.search", "time.now"]],
  ["On which day of the week does Independence Day of Kenya fall in 2027?", ["calendar.named_holiday"]],
  ["Which day of the week will be Throne Day in Morocco in 2027?", ["calendar.named_holiday"]],
  ["day of the week 27 march 2027", ["calendar.weekday"]],
  ["When will the total solar eclipse in August 2027 take place?", ["sky.eclipses"]],
  ["What currency do they use in Georgia, the country?", ["currency.of_country"]],
  ["The steel order is for 42 US short tons, what does that make in metric tonnes?", ["unit.convert"]],
  // A unit once more, in front of the amount.
  ["cubic feet to cubic metres 1350 cu ft", ["unit.convert"]],
  // The year of now, where the operation knows no other.
  ["which countries use the euro in 2026", ["currency.info"]],
  ["The log says the order was created at 1795874412, what date and time is that in Manila?", ["time.from_unix"]],
  ["Will the solar eclipse on 22 July 2028 be total in Dunedin, and what time is the maximum?", ["place.search", "sky.next_eclipse"]],
  // What has the value, in front of its verb.
  ["The new meeting room is 430 square feet, how many square metres is that?", ["unit.convert"]],
  ["New family's phone number starts +679, where's that?", ["country.of_code"]],
  // Where the one who asks comes from, and not where the time is.
  ["guest from Japan wants to call home now, what time is it in Osaka", ["place.search", "time.now"]],
  ["Guests from Israel ask what time is 22:00 in Greece on 5 October 2026 in Tel Aviv", ["place.search", "time.convert"]],
  ["is waitangi day moved to monday in 2027, it falls on a saturday", ["calendar.named_holiday"]],
  // What the answer is for, who waits for it, and when.
  ["Which countries border Hungary? need it for route planning", ["country.neighbours"]],
  ["IBAN PL61109010140000071219812874 of our new starter, can you check it before I run payroll on Friday?", ["bank.validate_iban"]],
  ["Sunset in Tulum on 14 November 2026? We have a beach wedding and the photographer needs to know.", ["place.search", "sun.times"]],
  ["When I receive an invoice in CHF, how many decimals does this currency have?", ["currency.info"]],
  ["9am to 5pm New York time in December is what hours here in Manila?", ["time.convert", "time.convert"]],
  ["If the keynote starts at 10:00 in London on 18 March 2027, what time is it in Madrid?", ["time.convert"]],
  // A time between the values of a list is of all of them.
  ["vat rate kenya 2026 and uganda", ["tax.vat_rate", "tax.vat_rate"]],
  ["what time is it in Denver right now vs Boise", ["time.now", "time.now"]],
  // Names of countries that are words or first names in lower case.
  ["capital of chad and niger", ["country.profile", "country.profile"]],
  ["dial code for jersey", ["country.profile"]],
  ["Upcoming public holidays in the Philippines", ["calendar.holidays_between"]],
  ["upcoming holidays in December Spain", ["calendar.holidays_between"]],
  [
    "How many working days are left in December 2026 for Manila, not counting weekends and public holidays?",
    ["place.search", "calendar.business_days"],
  ],
  ["How many business days are left between 1 December 2026 and 8 January 2027 in Dublin?", ["place.search", "calendar.business_days"]],
  ["Days to go until 3 July 2027", ["calendar.days_between"]],
  ["On what Sunday does daylight saving finish in New Zealand next year?", ["time.clock_changes"]],
  ["A vendor in Accra wants to be paid in GHS, what's the full name of that currency and its minor unit?", ["currency.info"]],
  ["Unix timestamp 1798761600 as a date", ["time.from_unix"]],
  ["how many charachters should a polish iban have", ["bank.iban_of_country"]],
  ["time differnce toronto auckland on 5 january 2027", ["place.search", "place.search", "time.difference"]],
  ["Does Georgia border Turkey?", ["country.neighbours"]],
  ["+1 809 caller, is it the US or somewhere else?", ["country.of_code"]],
  ["Does Liechtenstein have its own IBAN prefix or does it share the Swiss one?", ["bank.iban_of_country"]],
  ["Someone left a missed call from +968 23 291 234, what part of Oman would that be?", ["phone.lookup"]],
  ["nearest airport to Bursa with its IATA code", ["place.search", "airport.nearby"]],
  ["0415Z in Anchorage time", ["time.convert"]],
  ["what date is it in Kamchatka when its Friday 6pm in Anchorage?", ["time.convert"]],
  ["My client was born on 6 April 1959. On what date does she turn 67?", ["calendar.add_days"]],
  ["we stay 4 nights from 30 April 2027, when do we leave", ["calendar.add_days"]],
  ["How many square meters is 3 rai?", ["unit.convert"]],
  // The `one` of `which one` is no number, and that of `this one kg` is.
  ["does Kyoto have its own airport or which one is closest?", ["place.search", "airport.nearby"]],
  ["what is that one kg in lb", ["unit.convert"]],
  ["A guest booked from 27 March to 4 April 2026, how many nights is that?", ["calendar.days_between"]],
  ["Employee joined 3 Feb 2019 and left 17 Sept 2025, how many days is that in total?", ["calendar.days_between"]],
  ["Which German states have a public holiday on 6 January?", ["calendar.is_holiday"]],
  ["Is 2001:4860:4860::8888 in the US or somewhere else?", ["ip.country"]],
  ["what countries use the CFA franc BEAC", ["currency.info"]],
  ["currency of Korea", ["currency.of_country"]],
  ["mmHg 120 to kPa", ["unit.convert"]],
  ["elevation of bogota el dorado in metres", ["airport.lookup"]],
  ["Holidays in Brazil November 2027", ["calendar.holidays_between"]],
  ["what is the capital of Kyrgistan", ["country.profile"]],
  ["We have a maintenance window 22:00 to 02:00 UTC on Saturday, what is that in EAT?", ["time.convert", "time.convert"]],
  ["what time is it now in Singapore, I must call the agent before they close", ["time.now"]],
  ["What area does phone code 867 cover?", ["country.of_code"]],
  ["+27 21 is that Cape Town number", ["country.of_code"]],
  ["Seller signed up from 185.220.101.34 but says he is in Cork. Which country is that IP in?", ["ip.country"]],
  ["psi to bar 32", ["unit.convert"]],
  ["8x12 inches in cm", ["unit.convert", "unit.convert"]],
  ["what volume is a box 30x20x15cm in litres", ["unit.convert"]],
  ["how many days till 9 july 2027", ["calendar.days_between"]],
  ["time in utc when it's noon in kathmandu", ["place.search", "time.convert"]],
  ["german vat", ["tax.vat_rate"]],
  // How two units compare is one of the first in the second.
  ["Is a UK gallon bigger than a US gallon?", ["unit.convert"]],
  ["is a UK ton the same weight as a metric tonne", ["unit.convert"]],
  ["what's longer, a nautical mile or a statute mile", ["unit.convert"]],
  // The date behind the name of a holiday is the one that is meant.
  ["How many days are there from today until Republic Day on 26 January 2027?", ["calendar.days_between"]],
  ["On what weekday is UAE National Day (2 December) in 2026?", ["calendar.weekday"]],
  ["weekday of Canada Day, 1 July 2027?", ["calendar.weekday"]],
  ["is Boxing Day 26 December 2027 a Sunday", ["calendar.weekday"]],
  ["how many nights is 27 December to 9 January", ["calendar.days_between"]],
  ["Hotel from 3 to 9 January 2027, how many nights?", ["calendar.days_between"]],
  ["how many full moons are there in 2027", ["moon.phases"]],
  ["what is the MwSt in austria", ["tax.vat_rate"]],
  ["french vat format", ["tax.vat_format"]],
  ["ghana farmers day this year", ["calendar.named_holiday"]],
  ["time now los angeles", ["place.search", "time.now"]],
  ["current time in Phoenix Arizona", ["place.search", "time.now"]],
  ["hotel guest gave email maria.lopez@gmial.com is this domain real", ["email.check"]],
  ["How many countries border the Democratic Republic of Congo?", ["country.neighbours"]],
  ["The number of business days in Germany in December 2026?", ["calendar.business_days"]],
  ["where is 203.0.113.45 located", ["ip.purpose"]],
  ["contract starts 17.02.2026 and lasts 33 months, end date?", ["calendar.add_days"]],
  ["How many litres is one barrel oil", ["unit.convert"]],
  ["population of Kampala vs Dar es Salaam", ["place.search", "place.search"]],
  ["What day was 6 February 1952?", ["calendar.weekday"]],
  ["how many working days from today till december 20 not counting federal holidays", ["calendar.business_days"]],
  ["how many days from 12 January to Valentine day", ["calendar.days_between"]],
  ["is 24 june a holiday only in Quebec or all Canada", ["calendar.is_holiday"]],
  ["Carrier mails came from 185.220.101.34, where is that IP located?", ["ip.country"]],
  ["does mailinator.com count as a disposable email domain", ["email.domain"]],
  ["US holidays nov 2026, need for shift sched", ["calendar.holidays_between"]],
  ["moonrise Vis island 28 june 2026", ["place.search", "moon.times"]],
  ["candidate number 00971 50 123 4567 is this mobile or landline", ["phone.lookup"]],
  ["patient dob 17/11/1938 how old today", ["calendar.days_between"]],
  ["FR40303265045 TVA number of my supplier in Lyon, its good or not?", ["tax.validate_vat"]],
  ["From which compass direction does the sun come up in Kaikōura on 21 June 2027?", ["place.search", "sun.times"]],
  ["Will there be a moon up at 9pm on 6 March 2027 in Hermanus?", ["place.search", "moon.position"]],
  [
    "My clients will be in Luxor on 2 August 2027. At what time does the total solar eclipse start there?",
    ["place.search", "sky.next_eclipse"],
  ],
  ["calls from +373, where from", ["country.of_code"]],
  ["an agent logged in from 49.36.10.5 last night, is that inside india", ["ip.country"]],
  ["Goods released on 23 December 2026, what is the tenth business day after that in Brazil?", ["calendar.add_business_days"]],
  ["Alphabetic code and minor units of the Uzbek som", ["currency.info"]],
  ["Vessel ETA is 0400 UTC on 3 January, that is what time in Mombasa?", ["place.search", "time.convert"]],
  ["first light and last light in Napier on Valentine's Day 2027", ["place.search", "sun.times"]],
  ["Does +63 917 555 01234 have too many digits?", ["phone.lookup"]],
  ["yyz to yow distance km", ["airport.distance"]],
  ["any holidays in the philippines between christmas and new year 2026", ["calendar.holidays_between"]],
  ["money used in Stanley, Falkland islands", ["currency.of_country"]],
  ["our new customer's Turkish tax number is 1234567890, plausible?", ["company.validate_number"]],
  ["On what date in 2027 do the clocks go forward in Europe?", ["time.clock_changes"]],
  ["Is 6 January 2027 a holiday in Spain, and is it one in Italy as well?", ["calendar.is_holiday", "calendar.is_holiday"]],
  ["Does Denmark use the euro, and if not what is its currency code?", ["currency.of_country"]],
  ["Who are the neighbors of Burkina Faso?", ["country.neighbours"]],
  ["Does AE070331234567890123456 pass the IBAN checksum?", ["bank.validate_iban"]],
  ["country code 971", ["country.of_code"]],
  ["Does South Sudan border the Central African Republic?", ["country.neighbours"]],
  ["trade date Wednesday 23 December 2026, T+2 with the Swiss calendar gives what settlement date", ["calendar.add_business_days"]],
  ["zulu time for 6:45 pm Dallas on December 3", ["place.search", "time.convert"]],
  ["when does daylight savings start in 2027 us", ["time.clock_changes"]],
  ["vat rate in the uk", ["tax.vat_rate"]],
  ["holidays in nz 2027", ["calendar.public_holidays"]],
  ["Confirmation to samira@hotel..atlas.ma bounced, is the adress written wrong?", ["email.check"]],
  ["35 knots of wind, how fast is that in km/h?", ["unit.convert"]],
  ["does gmial.com look like a mistyped mail domain", ["email.domain"]],
  ["is 1-800-555-0199 toll free", ["phone.lookup"]],
  ["flight distance Recife to Lisbon", ["place.distance"]],
  ["tell me the check digits of PL61109010140000071219812874 and if they're right", ["bank.validate_iban"]],
  ["5 footcandles lux", ["unit.convert"]],
  ["22,000 lbs in kilogramm", ["unit.convert"]],
  ["the zloty's three digit numeric code", ["currency.info"]],
  ["Swedish personal number 811218-9876, does the last digit add up", ["id.validate_number"]],
  ["A supplier invoice shows account DK50 0040 0440 1162 44, do the check digits hold?", ["bank.validate_iban"]],
  ["is there a mistake in CUIT 30-50001091-3", ["company.validate_number"]],
  ["How many days of interest from 14.08.2025 until 30.11.2026?", ["calendar.days_between"]],
  ["If it's 9 pm in Manila what time is it in Phoenix, Arizona?", ["place.search", "time.convert"]],
  ["If it is 8:30 tomorrow morning in Gdańsk, what time is it in Ningbo?", ["place.search", "place.search", "time.convert"]],
  ["ICAO code of Montevideo Carrasco airport", ["airport.lookup"]],
  ["how high above sea level is Toluca airport TLC", ["airport.lookup"]],
  ["How far is Paarl from Cape Town International?", ["airport.lookup", "place.distance"]],
  ["Someone signed up with an address @mailinator.com, is that a disposable mail domain?", ["email.domain"]],
  ["when is Tet in Vietnam in 2027", ["calendar.named_holiday"]],
  ["When is Holi in 2027?", ["calendar.named_holiday"]],
  ["Is December 8 a non-working holiday in the Philippines this year?", ["calendar.is_holiday"]],
  ["When it is 14:00 in Montevideo on 30 March 2027, what is the hour in Rotterdam?", ["place.search", "time.convert"]],
  ["How many characters should a Maltese IBAN have? The one I got looks far too long", ["bank.iban_of_country"]],
  ["Convert 250 m3/h to US gallons per minute", ["unit.convert"]],
  ["275 bags of 70 kg, how many pounds in total?", ["unit.convert"]],
  ["how high above the horizon is the sun at midday in Höfn on 20 March", ["place.search", "sun.position"]],
  ["Will the moon be up over Franschhoek at 9pm on Saturday 19 December?", ["place.search", "moon.position"]],
  ["supplier's vergi no is 4657123806, is this a valid Turkish tax number?", ["company.validate_number"]],
  ["Supplier gave ABN 49 627 481 935, is it a proper one?", ["company.validate_number"]],
  ["How many days passed from 17 February 2026 to 30 November 2026? Needed for late interest.", ["calendar.days_between"]],
  ["New florist in Antwerp gave me BE0428759497 as their VAT number, does it check out?", ["tax.validate_vat"]],
  ["Expand 2a02:8071::1 to all eight groups", ["ip.notation"]],
  ["What kind of address is 100.64.12.5", ["ip.purpose"]],
])("plain forms of requests are planned: %s", (question, operations) => {
  const { isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread, isUncertain], [operations, undefined, undefined])
})

it("the first eclipse of a year at a place is the one from its beginning on", () =>
  assert.deepInclude(inputsOf("Can any lunar eclipse be seen from Sweden in 2027?"), { "date.day": "2027-01-01", "eclipse.body": "moon" }))

it("a zone of North America is named behind the word time", () =>
  assert.deepInclude(inputsOf("when does winter start this year, exact time central"), { "time.zone": "America/Chicago" }))

it("the minutes of a stretch of hours follow it", () =>
  assert.deepInclude(
    inputsOf("If a flight leaves Toronto at 22:35 on March 13 2027 and takes 7 h 10, what's the local time in Paris on landing?"),
    { "time.duration": "PT7H10M" },
  ))

it("an account number that is the IBAN itself requests its verdict, and no part of it", () =>
  assert.notInclude(
    planOf("Is PL61109010140000071219812874 a proper Polish account number or did the supplier mistype it?").goals[0]!.facts,
    "bank.account_number",
  ))

it("whether a holiday is on a weekend requests its weekday", () =>
  assert.include(planOf("When is Jamhuri Day and does it fall on a weekend this year?").goals[0]!.facts, "holiday.weekday"))

it("the middle of a month is its 15th, which is stated", () => {
  const plan = planOf("sunset in Cape Town mid January 2027")
  assert.deepInclude(inputsOf("sunset in Cape Town mid January 2027"), { "date.day": "2027-01-15" })
  assert.include(plan.limitations.join(" "), "15 January 2027 is assumed for mid January 2027")
})

it("a number behind the adjective of its country has its calling code where another country is named", () => {
  const [lookup] = planOf("How do I dial the Mexican mobile 55 1234 5678 from Colombia?").steps
  assert.deepEqual(lookup?.input["phone.number"], { _tag: "Value", value: "+52 55 1234 5678" })
})

it.each([
  ["25 microlitres expressed in cubic millimetres", "cubic millimetres"],
  ["340 GSM fabric, how many oz per square yard", "oz per square yard"],
  ["40 cubic meters in bushels", "bushels"],
  ["850 kg/m3 in lb/ft3", "lb/ft3"],
])("units in British spelling and units that are one per another are converted: %s", (question, unit) =>
  assert.deepInclude(inputsOf(question), { "unit.to": unit }),
)

it.each([
  ["uk: boxing day 2026 falls on a saturday, which monday do we get", "which monday"],
  ["what is the vat rate for textiles in romania, the standard one", "textiles"],
  ["will the total solar eclipse be seen in Rome", "total"],
  ["Jamhuri Day falls on a Saturday this year, do we get the Monday off in Kenya?", "Monday"],
  ["How should 020 7946 0958 be written for someone ringing from India?", "from"],
  ["What does the letter B in a Dutch VAT number like NL004495445B01 stand for?", "stand for"],
  ["Does Queensland put the clock forward like Sydney does?", "Queensland"],
  ["If it's noon in the city GRU airport serves on 10 December 2026, what's the time in Dublin?", "noon"],
  ["What digit do mobile numbers in Peru start with?", "mobile numbers in Peru start"],
  ["Do Saudi IBANs contain letters?", "letters"],
  ["which state does +91 98450 12345 belong to", "which state"],
  ["which holidays fall on Saturday in Poland in 2027", "2027"],
  ["days excluding weekends and holidays between 1 and 31 december 2026 in Spain", "excluding weekends"],
])("what such a plan does not answer is named: %s", (question, words) => assert.include(planOf(question).unread ?? [], words))

it("a number of GST is of the country whose form it has", () => {
  const read = (question: string) => {
    const draft = draftOf(question)
    return draft._tag === "Planned" ? Object.values(inputsOf(question)) : [draft._tag]
  }
  assert.deepEqual(read("Crew member invoiced us with GST number 49-091-850, does that look right?"), ["NZ.IRD", "49-091-850"])
  // Canada's and New Zealand's numbers may have nine digits.
  assert.notInclude(read("GST number 123456782 valid?"), "CA")
})

it("a question for the same day compares days", () => {
  const { comparison } = planOf("Do Sydney and Auckland put their clocks back on the same day in April 2027?")
  assert.deepInclude(comparison, { relation: "same", ofDays: true })
})

it("someone is no town", () =>
  assert.notStrictEqual(draftOf("Someone logged in from 2001:4860:4860::8888, whose country is it?")._tag, "NeedsSelection"))

it("the validation of one value with nothing unread is no doubt", () =>
  assert.isUndefined(planOf("Please verify LU28 0019 4006 4475 0000").isUncertain))

it("a period from one year to the next begins before its end", () => {
  const daysOf = (question: string) => [inputsOf(question)["calendar.start_date"], inputsOf(question)["calendar.end_date"]]
  assert.deepEqual(daysOf("How many business days between November 24 and January 9 in Ontario?"), ["2026-11-24", "2027-01-09"])
  assert.deepEqual(daysOf("working days from 20 December to 5 January in Poland"), ["2026-12-20", "2027-01-05"])
  assert.deepEqual(daysOf("how many working days from today to december 20 in the US"), ["2026-11-28", "2026-12-20"])
})

it("a region in small letters behind a town says which country it is in", () =>
  assert.deepEqual(planOf("what airport is nearest to El Nido palawan").steps[0]?.input["place.name"], {
    _tag: "Value",
    value: "El Nido, Philippines",
  }))

it("an age is a number of years from the birth", () => {
  assert.strictEqual(inputsOf("born 3 June 1961, when will he be 66?")["calendar.period"], "P66Y")
  assert.isUndefined(inputsOf("When is sunset in Oslo on 3 May 2027, will it be 21 or later?")["calendar.period"])
})

it("whether two places have the same holiday compares its days", () =>
  assert.deepInclude(planOf("Does Scotland have the same August bank holiday as England").comparison, {
    fact: "holiday.date",
    relation: "same",
  }))

it("a request to check a value requests the verdict, and no check digits", () => {
  const factsOf = (question: string) => planOf(question).goals[0]?.facts ?? []
  assert.deepEqual(factsOf("Supplier changed bank account to SE4550000000058398257466. Please check it."), ["bank.name", "bank.valid"])
  assert.notInclude(factsOf("check digits of SE4550000000058398257466"), "bank.valid")
})

it("the currency before another one is a former one", () =>
  assert.include(
    planOf("What currency did Slovenia have before the euro, and what was its ISO code?").goals[0]?.facts ?? [],
    "currency.former",
  ))

it("whether a day is a holiday in a part or in the whole of a country is about the country", () =>
  assert.isUndefined(inputsOf("Is 13 June a holiday in Lisbon only or in all Portugal?")["region.code"]))

it("the days of a period that no word puts in order are taken by their order in time", () =>
  assert.strictEqual(inputsOf("age today of someone born 29.2.1964")["calendar.start_date"], "1964-02-29"))

it.each([
  ["how many working days between 1 december and christmas eve", "Count business days"],
  ["how many days off we have next month", "List holidays between two dates"],
])("the country is requested where only an operation that needs one reads every word: %s", (question, operation) => {
  const draft = draftOf(question)
  assert.strictEqual(draft._tag === "NeedsInput" ? draft.message : draft._tag, `Missing inputs for "${operation}": Which country code?`)
})
