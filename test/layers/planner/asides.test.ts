import { assert, describe, it } from "@effect/vitest"
import { doubtIn } from "../../../domain/ask/doubt.ts"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 24, 9))
const doubtOf = (question: string) => doubtIn(planOf(question))

describe("words that restrict nothing", () => {
  it.each([
    ["what the answer is for", "great circle km from CPH to ADD, for our CO2 report"],
    ["the country that the identifier is of", "Dutch employee, BSN 111222333: does it pass the eleven test?"],
    ["the number of the listed values", "check these 2 ibans: GB29NWBK60161331926819 ; FR1420041010050500013M02606"],
    ["only before what is requested", "From mail.shop.example.co.uk I need only the registrable domain."],
    ["new before a word that means nothing", "new supplier phones from +855... so country, capital, currency?"],
    ["a verb that means nothing", "Put the German mobile 0171 2345678 in E.164 for me"],
    ["who in place of a country", "Who all pays in XOF?"],
    ["a statement about nothing that the catalogue knows", "how far is Linz from Brno as the crow flies, my colleague is arguing with me"],
    ["brackets about nothing that the catalogue knows", "Norway and Iceland: in the EU? in the EEA? (consent rules segment)"],
    ["the form of a code", "LGG airport, which city + country is that and what is the 4 letter ICAO code pls"],
    ["a day soon of a statement beside a request that is about no day", "capital of Kenya, I travel on Monday"],
    ["who sent an identifier, before a request to check it", "New hire from Portugal gave NIF 248716301. Is the number valid?"],
    ["a number of persons beside the question", "What side of the road do they drive on in Mozambique? Renting a car for two colleagues"],
    ["whom the answer is for", "convert 38.7 celsius to fahrenheit for my American colleague"],
    ["where the value is from", "Recipe says 350 fahrenheit what oven temp is that in C"],
    ["an approximation", "Timișoara: which country and how many people live there more or less?"],
  ])("cost no approval: %s", (_, question) => assert.isNull(doubtOf(question), question))

  it.each([
    ["a number beside what the answer is for", "great circle km from CPH to ADD, for our 2 reports"],
    ["another number than that of the listed values", "check these 3 ibans: GB29NWBK60161331926819 ; FR1420041010050500013M02606"],
    ["new before what is requested", "new capital of Indonesia"],
    ["a person of a country that counts weeks otherwise", "what week number is 3 January 2027 for my American colleague"],
    ["a client of a region with another rate", "standard VAT rate in Spain for my Canary Islands client"],
    ["a recipe of a country with other pints", "British recipe says 2 pints, how many ml"],
    ["a scale of other ounces", "troy scale reads 5 ounces in grams"],
    ["a noun of another request", "what is the currency of Ghana, inflation there"],
    ["a number in a statement", "When is sunset in Dubai on 12 December 2026? The ceremony starts 40 min before"],
    ["a day of the past in a statement", "Is Bulgaria in the euro area? We paid them on 3 March 2020."],
    ["a day of a statement that a request may be about", "Standard VAT rate for Hungary, I start shipping there next month."],
    ["an adjective of what a question asks of a pronoun", "8 December 2026: is it a nationwide public holiday in Spain, in Italy?"],
  ])("wait for an approval where they may restrict the answer: %s", (_, question) => assert.isNotNull(doubtOf(question), question))
})
