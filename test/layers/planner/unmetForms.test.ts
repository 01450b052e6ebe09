import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("a plan whose operations know every word waits where it does not meet the form of the request", () => {
  it.each([
    // A noun between what is requested and the value.
    ["What are the official languages of Austria's neighbours?", "neighbours"],
    ["What are the official languages of the neighbours of Austria?", "neighbours"],
    ["What languages are spoken in the countries that border Belgium?", "in the countries that border"],
    ["which VAT rate applies to bicycles in Spain", "bicycles"],
    // The clocks of a season.
    ["What time zone do the Azores keep in summer", "in summer"],
    // Another rate than the standard one.
    ["100 EUR net in Germany with reduced VAT", "reduced"],
    ["highest reduced VAT rate in Europe", "reduced"],
    ["all VAT rates of Greece", "all VAT rates"],
    ["hotel bill 540 EUR gross in Austria, how much VAT is in it?", "hotel bill"],
    ["VAT on restaurant meals and drinks in Germany", "drinks"],
    ["What VAT rate do cut flowers have in Germany?", "cut flowers"],
    ["bike repairs in Belgium, is that 6 or 21% VAT?", "bike repairs"],
    // A country beside a town is one more request.
    ["sunrise in Oslo and in Brazil tomorrow", "Brazil"],
    ["sunrise in Oslo and the US tomorrow", "US"],
    ["population of Lyon and in the US", "US"],
    ["Does a phone number with +1 876 come from the United States?", "1 876"],
    // A part of the people of a country, or the people of another place.
    ["how big is the male population of India", "male"],
    ["Kenya's population growth", "growth"],
    ["how many Germans live in Spain", "Germans"],
    ["population per square kilometre of Kenya", "per square"],
    ["Is Singapore more populous than Oslo?", "populous"],
    ["population of Luxembourg and of its capital", "of its capital"],
    ["population of Europe", "Europe"],
    ["population of Georgia", "Georgia"],
    // What the check of a number does not answer.
    ["Is ISIN DE0007164600 from Germany?", "from Germany"],
    ["Which country is EAN 4006381333931 from?", "country"],
    // A relation between values.
    ["How big are Austria and Hungary together?", "together"],
    ["What is the currency of the country north of Slovenia?", "north"],
    ["How many characters does a Maltese IBAN have compared with a Polish one?", "compared"],
    // A period that begins on its first day ends the day before the counted one.
    ["New hire starts 18 January 2027 with a 3 month probation, what is the last day?", "last day"],
    // An airport that is not known by the name of its town, which lies elsewhere.
    ["how far is it from Nevsehir airport to Göreme, straight line", "airport"],
    // Several results of one goal.
    ["3 days from 8:30 to 17:00 each day, how many hours", "each"],
    ["How far is Linz from Graz in miles, and how many people live in each?", "each"],
    // Another country than the ones that the operation takes.
    ["Which country borders both France and Spain?", "Which country"],
    ["Which countries touch both Italy and Austria?", "Which countries"],
    ["Which country is bigger than Australia but smaller than Brazil?", "smaller"],
    ["How far is Jersey from London?", "How far"],
    ["who owns 1.1.1.1 and where", "and where"],
    // What an airport near a town has, and the addresses of its country.
    ["population of Lalibela and its altitude in metres", "altitude"],
    ["What area code is 440 and does it cover Medina, Ohio?", "Ohio"],
    // How a country is called, beside another request.
    ["Which countries border Guatemala and how do you call there?", "how do you call"],
    // The clock of the one who asks, read as that of the other place.
    ["our partner in Mumbai wants a call at 17:00 our time, we are in Rotterdam. What time is that for them?", "our time"],
    ["spring equinox 2027 hour in peninsular time", "peninsular"],
    // A town of another country, whose currency no step of the plan has.
    ["Which currency do they use in Basel and in Germany?", "Which currency do they use in Basel"],
    // A planet that a town is named after.
    ["rise and set of Jupiter over Lima on 15 March 2027", "Jupiter"],
    ["what is the capital of Kenya, and do they have it in Uganda too", "do they have it in Uganda too"],
    // All networks between two.
    ["Can 10.8.4.0/24 to 10.8.7.0/24 be one route?", "to"],
    ["he turned 65 on 3 may 2026, when was he born", "when was he born"],
    ["capital of georgia the us state", "georgia"],
    ["countries bordering both france and spain", "countries"],
    ["how to write 020 7946 0958 for a caller in France", "caller in"],
    // An age, which is no clock time.
    ["He was born on 3 May 2008. Is he 18 today?", "Is he 18 today"],
    // Another day than the one that is taken.
    ["1 August 2027 is a Sunday. Do the Swiss have the Monday off instead?", "Monday"],
    ["Is May Day a public holiday in Portugal?", "May Day"],
    ["Which holidays does Belgium have after 1 September 2027?", "after"],
    ["What time in LA equals 10:00 in Cape Town, and what time in Chicago?", "what"],
    ["Next full moon, and is it a public holiday in Israel that day?", "that day"],
    ["When is Easter 2027 and is the day after it a public holiday in Poland?", "the day after"],
    ["When will Sydney next get a total eclipse of the sun?", "total"],
    ["will the moon be up this evening in Lagos", "up"],
    // A zone by the name of its town, which no step takes.
    ["next full moon and next new moon from today, Tromso time", "Tromso"],
    ["how many days between full moon in March 2027 and Easter", "how many days between"],
    ["is the day 28 days after 27 November 2026 a holiday in Germany", "28 days after"],
    ["day after 24 December 2026 a holiday in France?", "day after"],
    // Calendar days, where business days are counted.
    ["invoice dated 14 Nov 2026, terms 45 days from the end of month, when is it due", "end of month"],
    ["resigned on 10 Feb 2026, notice is three months to the end of a quarter, last day?", "end of a quarter"],
    ["resignation 4 may 2026, one month notice to month end, when is the last day", "month end"],
    // An airport that the question does not speak of.
    ["capital of CAR", "CAR"],
    ["holidays in XYZ 2027", "XYZ"],
    ["due 45 days after 27 November 2026 - working day in France?", "45"],
    // A part of the country that the operation takes.
    ["What's the capital of Bavaria in Germany?", "Bavaria"],
    ["capital of Inner Mongolia", "Inner Mongolia"],
    ["area of scotland and ireland", "scotland"],
    ["capital of Iraqi Kurdistan", "Iraqi Kurdistan"],
    // Which of several places of a name is meant.
    ["IATA code for London airport, the one in Ontario?", "Ontario"],
    ["How far is Perth from Edinburgh? The Scottish Perth.", "Scottish Perth"],
    // A part that is named by another country, or held by it.
    ["dial code of Turkish Cyprus", "Turkish Cyprus"],
    ["public holidays in French Switzerland 2026", "French Switzerland"],
    ["currency of indian-administered kashmir", "indian-administered kashmir"],
    // The neighbours of a lake or a town.
    ["which countries border Kaliningrad", "Kaliningrad"],
    // A fact of the country, requested of a town; and the region that is named after one.
    ["area of Hamburg", "Hamburg"],
    ["area of Lyon in km2", "Lyon"],
    ["how many people live in Kaliningrad oblast", "oblast"],
    ["Is Lake Turkana in Kenya only, or does it also touch Ethiopia?", "does it also touch"],
    ["capital of the country that borders both Spain and France", "of the country that borders both"],
    // What was, where the operation knows what is.
    ["Did Spain use to be in Schengen?", "use to be"],
    ["We drive Hamburg to Berlin to Prague. Total distance in km?", "Total"],
    // A further question behind a check.
    ["codice fiscale RSSMRA85T10A562S valid? and is the person male", "male"],
    ["NINO AB123456C valid and how old is the holder", "old"],
    // Another place of the context.
    ["My boss left Tokyo for Sydney. What time is it where he is?", "Sydney"],
    ["I'm flying from Vienna to Lisbon tomorrow. When does the sun set at my destination?", "Lisbon"],
  ])("%s", (question, word) => assert.isTrue(planOf(question).unread?.includes(word), JSON.stringify(planOf(question).unread)))

  it.each([
    "What is the capital of Peru?",
    "capital of the United States",
    "capital and currency of Myanmar, Kazakhstan",
    "How many characters should a Polish IBAN have in total?",
    "10 working days from 2 December 2026 in the UK",
    "IBAN DE89370400440532013000 valid and which bank is it?",
    "Next total solar eclipse from today on?",
    "How far is Linz from Graz?",
    "Which countries border the country where Lyon is?",
    "missed call, starts +234, which country",
    "Which country is bigger, Australia or Brazil?",
    "two pallets at 1,320 lb each, total weight in kilos?",
    "Is 24 december a day off in poland, officially",
    "Count the working days in Singapore from 30 Nov to 31 Dec 2026 inclusive.",
    "our new customer in Vienna gave ATU64819272 and the German sister company DE284175635, are these vat numbers ok",
    "capital of KSA",
    "capital of Viet Nam",
    "Guest flies into KEF. What country is it and what money do they use there?",
    "IBAN FR14 2004 1010 0505 0001 3M02 607 - one char seems wrong to me, can you verify",
    "which VAT rate applies to Portugal",
    "which vat rate applies to us in Germany",
  ])("and runs where it does: %s", (question) => assert.isUndefined(planOf(question).unread))
})

describe("a name that is no country", () => {
  it.each(["Which countries speak Spanish?", "In which countries is Dutch spoken?"])("of a language: %s", (question) => {
    const draft = draftOf(question)
    const inputs = draft._tag === "Planned" ? draft.plan.steps.flatMap(({ input }) => Object.keys(input)) : []
    assert.notInclude(inputs, "country.code")
  })

  it("of a state that has another's name in its own", () => {
    const draft = draftOf("What was the capital of West Germany?")
    if (draft._tag === "Planned") assert.isTrue(draft.plan.isUncertain)
  })
})

it.each([
  ["What are the coordinates of Hamburg, Bremen and Kiel?", ["Hamburg", "Bremen", "Kiel"]],
  ["Coordinates of Rotterdam, Utrecht, Eindhoven", ["Rotterdam", "Utrecht", "Eindhoven"]],
  ["Populations of Graz, Linz and Villach please", ["Graz", "Linz", "Villach"]],
])("each town of a list is searched for by itself, also where it has the name of a region: %s", (question, towns) =>
  assert.deepEqual(
    planOf(question).steps.flatMap(({ input }) => (input["place.name"]?._tag === "Value" ? [input["place.name"].value] : [])),
    towns,
  ),
)

it.each([
  ["How many km is one and a half miles?", "unit.value", 1.5],
  ["How many grams is 2 and a quarter pounds", "unit.value", 2.25],
  ['Is "john smith"@example.com valid?', "email.address", '"john smith"@example.com'],
  ["Is o'brien@acme.ie valid?", "email.address", "o'brien@acme.ie"],
  ["Is the email john.smith@gmail,com valid?", "email.address", "john.smith@gmail,com"],
  ["does anna.kowalska@firma,pl look like a correct email address", "email.address", "anna.kowalska@firma,pl"],
  ['Is "acme shop.de" a valid domain?', "domain.name", "acme shop.de"],
])("a value is read with all of its characters: %s", (question, field, value) => {
  const binding = planOf(question).steps[0]?.input[field]
  assert.strictEqual(binding?._tag === "Value" ? binding.value : undefined, value)
})
