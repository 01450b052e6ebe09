import type { Telling } from "../Sentence.ts"

/** Currencies and units. */
export const measures: Readonly<Record<string, Telling>> = {
  "currency.info": {
    say: [
      { text: "{currency.code} is the {currency.name}.", tells: ["currency.code", "currency.name", "currency.kind"] },
      { text: "Its number in ISO is {currency.number}.", tells: ["currency.number"] },
      { text: "It has {currency.minor_digits} decimal places.", tells: ["currency.minor_digits"] },
      { text: "Its symbol is {currency.symbol}.", tells: ["currency.symbol"] },
      {
        text: "It is used in {currency.countries|count} countries and territories: {currency.countries|names}.",
        tells: ["currency.countries"],
        when: { "currency.countries": { atLeast: 1 } },
      },
      { text: "It was used until {currency.used_until}.", tells: ["currency.used_until", "currency.active"] },
      {
        text: "{currency.successor} replaced it, at {currency.successor_rate} of the old for one of the new.",
        tells: ["currency.successor", "currency.successor_rate"],
      },
      { text: "{currency.successor} replaced it.", tells: ["currency.successor"], when: { "currency.successor_rate": null } },
      { text: "It is money today.", tells: ["currency.active"], when: { "currency.active": true }, detail: true },
    ],
  },
  "currency.of_country": {
    say: [
      {
        text: "The currency of {country.name|country} is the {currency.name} ({currency.code}).",
        tells: ["currency.code", "currency.name"],
      },
      { text: "Beside it, legal tender in {country.name|country}: {currency.others|names}.", tells: ["currency.others", "currency.code"] },
      { text: "Its symbol is {currency.symbol}.", tells: ["currency.symbol"] },
      { text: "It has {currency.minor_digits} decimal places.", tells: ["currency.minor_digits"], detail: true },
      { text: "Its number in ISO is {currency.number}.", tells: ["currency.number"], detail: true },
    ],
  },
  "unit.convert": {
    say: [
      {
        text: "{unit.value} {unit.from.name} = {unit.result_decimal} {unit.to.name}.",
        tells: ["unit.result", "unit.result_decimal", "unit.value", "unit.from", "unit.to"],
        when: { "unit.exact": true },
      },
      {
        text: "{unit.value} {unit.from.name} = {unit.result_decimal} {unit.to.name}, rounded.",
        tells: ["unit.result", "unit.result_decimal", "unit.value", "unit.from", "unit.to", "unit.exact"],
        when: { "unit.exact": false },
      },
      { text: "They measure {unit.kind}.", tells: ["unit.kind"], detail: true },
    ],
    limits: [{ text: "{unit.notes|names}" }],
  },
}
