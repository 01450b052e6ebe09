import { assert, describe, it } from "@effect/vitest"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { isDistinctive, isEmpty, stemsOf } from "../../../domain/planning/read/words.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

const now = Date.UTC(2026, 10, 24, 9)
const draftOf = (question: string, catalogue = builtinEntries) =>
  readQuestion(question, { given: {}, limit: 10, catalogue, now, withoutFallbacks: true }).draft

const sources = builtinEntries.flatMap(({ members }) => members)

it("a port of ships is no telephone number that was ported", () => {
  const draft = draftOf("distance rotterdam port to singapore in nautical miles")
  assert.notInclude("message" in draft ? draft.message : "", "telephone")
})

it("what an amount is of changes no conversion", () => {
  const draft = draftOf("3.5 inches of rain in mm")
  if (draft._tag !== "Planned") return assert.fail(draft._tag)
  assert.deepStrictEqual([draft.plan.steps.map(({ operation }) => operation), draft.plan.unread], [["unit.convert"], undefined])
})

describe("what a source declares that it does not answer", () => {
  it.each([
    ["what do 75 francs make in zlotys at the moment", "exchange rates"],
    ["how many zlotys do I get for 30 francs", "exchange rates"],
    ["forex GBP CHF this week", "exchange rates"],
    ["reduced VAT rate for e-books in Austria", "rates of VAT"],
    ["is ATU13585627 active in VIES", "VIES"],
    ["who is the account holder of CH93 0076 2011 6238 5295 7", "holders of accounts"],
    ["name of the subscriber of +41 44 668 18 00", "whose a telephone number is"],
    ["does the mailbox info@example.org exist", "whether a mailbox exists"],
    ["Does the domain in the address orders@proton.me accept email?", "whether a message arrives"],
    ["does example.com accept mail", "whether a message arrives"],
    ["will a mail to anna@example.com be delivered", "whether a message arrives"],
    ["are there any concerts in Berlin on 3 May 2027", "events"],
    ["What is the two-letter ISO language code for Georgian?", "codes of languages"],
    ["who owns the domain example.org", "registries of domains"],
    ["which person is behind 193.0.6.139", "persons"],
    ["will it rain in Porto tomorrow", "weather"],
    ["driving distance from Vienna to Graz", "roads"],
    ["is the flight from ZRH to JFK delayed", "flights"],
    ["zip code of Nantes", "postcodes"],
    ["pin code 560034 which area", "postcodes"],
    ["elevation of Zermatt in feet", "heights of places"],
    ["is Mexico or Canada in a customs union with the US", "customs unions"],
    ["Seeing lots of ssh attempts from 185.220.101.34. Which network and abuse contact is that?", "contacts of networks"],
    ["what is the longest runway in SYD", "runways of airports"],
    ["what is the UN/LOCODE of Felixstowe", "codes of ports"],
    ["VAT on newspapers in Germany, France and Czechia", "rates of VAT"],
    ["whois allegro.pl", "registries of domains"],
    ["has the iban FR1420041010050500013M02606 been used in any scams", "used for fraud"],
    ["Supplier email is from sales@medipharm-export.co, when was that domain registered?", "registries of domains"],
    ["whose number is +423 234 56 78", "whose a telephone number is"],
    ["is the domain brightwater-studio.co.nz still available", "registries of domains"],
    ["is nordic-chairs.dk free to register?", "registries of domains"],
    ["BIC of Erste Bank in Vienna?", "BIC of a bank by its name"],
    ["Who is the abuse contact for 193.17.47.1?", "contacts of networks"],
    ["population density of Uruguay", "population"],
    ["school holidays in Bavaria 2027", "holidays and terms of schools"],
    ["do shops open on Sunday in Germany", "opening hours of shops"],
  ])("is refused with its sentence, before anything is bought: %s", (question, words) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, words)
  })

  it.each([
    "What is the currency of Poland?",
    "How many decimals has the Kuwaiti dinar?",
    "population of Lagos",
    "The ship is 12 nautical miles off the port. Kilometres?",
    "who is 8.8.4.4 registered to",
    "is gmail.com free",
    "Is +49 800 3301000 free of charge for the caller?",
    "fixed rate of the Croatian kuna",
    "How far is Vienna from Graz?",
    "are banks open on 26 December in England",
    "When does the sun set in Porto tomorrow?",
    "Is 6 January 2027 a public holiday in Bavaria?",
    "What's the ship's time zone around 41° N 50° W?",
    "Forecast says 20 knots; our crane limit is in km/h, so?",
  ])("does not hinder a request that is answered: %s", (question) => {
    assert.notStrictEqual(draftOf(question)._tag, "Unsupported")
  })

  it.each([
    ["exact location of JFK airport", "IP address"],
    ["Is 12345678Z a valid income tax number in Spain?", "rates of VAT"],
    ["Is +44 845 464 6000 a standard rate number?", "rates of VAT"],
    ["which public holidays fall into the summer holidays in July and August 2027 in France", "schools"],
    ["Is ATU13585627 in the right format for VIES?", "VIES"],
  ])("does not deny with it a request for something else: %s", (question, words) => {
    const draft = draftOf(question)
    if (draft._tag === "Unsupported") assert.notInclude(draft.message, words)
  })

  it("is no limitation of a plan that reads the words of the phrase", () => {
    const draft = draftOf("flight duration: departs Dubai 2027-02-10 08:20, arrives Sydney 2027-02-11 05:10")
    if (draft._tag !== "Planned") return assert.fail(draft._tag)
    assert.notInclude(draft.plan.limitations.join(" "), "flights")
  })

  it("is a limitation of the plan for another request beside it", () => {
    const draft = draftOf("What is the weather in Oslo and when does the sun set there?")
    if (draft._tag !== "Planned") return assert.fail(draft._tag)
    assert.isTrue(draft.plan.limitations.some((sentence) => sentence.includes("weather")))
    assert.isDefined(draft.plan.unread)
  })

  it("does not replace what is wrong with an impossible value", () => {
    const draft = draftOf("exchange rate on 33 October 2027")
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "33 October does not exist")
  })

  it("is that of the source that takes the value of the question, where two sources have the phrase", () => {
    const draft = draftOf("street address of the person behind 93.184.216.34")
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, "IP address")
  })

  it("needs the same words in the same order: a source of a catalogue without gaps refuses in general terms", () => {
    const bare = catalogueEntries(sources.map((source) => ({ ...source, gaps: [] })))
    const draft = draftOf("will it rain in Porto tomorrow", bare)
    if (draft._tag === "Unsupported") assert.notInclude(draft.message, "weather")
    const other = draftOf("distance that it takes for driving off")
    if (other._tag === "Unsupported") assert.notInclude(other.message, "roads")
  })

  it("has phrases with a word that says something, and sentences that say what no source has", () => {
    for (const { gaps = [], id } of sources)
      for (const { message, phrases } of gaps) {
        assert.match(message, /^No source (?:has|knows|gives|asks|follows) .*\.$/u, id)
        for (const phrase of phrases)
          assert.isTrue(
            stemsOf(phrase).some((stem) => !isEmpty(stem) && stem !== "who"),
            `${id}: ${phrase}`,
          )
        assert.isTrue(phrases.some((phrase) => stemsOf(phrase).some(isDistinctive)))
      }
  })
})
