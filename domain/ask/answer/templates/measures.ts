import type { AnswerTemplate } from "../template.ts"
import { cutList } from "./cutList.ts"

/** Currencies and units. */
export const measures: Readonly<Record<string, AnswerTemplate>> = {
  "currency.amount_check": {
    sentences: [
      {
        text: "{currency.amount} {currency.code} is a possible amount: the {currency.name} has {currency.minor_digits} decimal places.",
        facts: [
          "currency.amount_fits",
          "currency.amount",
          "currency.code",
          "currency.name",
          "currency.minor_digits",
          "currency.amount_decimals",
        ],
        when: { "currency.amount_fits": true },
      },
      {
        text: "{currency.amount} {currency.code} is not a possible amount: it has {currency.amount_decimals} decimals, and the {currency.name} has {currency.minor_digits} decimal places.",
        facts: [
          "currency.amount_fits",
          "currency.amount",
          "currency.code",
          "currency.name",
          "currency.minor_digits",
          "currency.amount_decimals",
          "currency.minor_units",
        ],
        when: { "currency.amount_fits": false },
      },
      { text: "It is {currency.minor_units} of the smallest units of the currency.", facts: ["currency.minor_units"] },
    ],
  },
  "currency.info": {
    sentences: [
      { text: "{currency.code} is the {currency.name}.", facts: ["currency.code", "currency.name", "currency.kind"] },
      {
        text: "It is a unit of account, not money that one pays with.",
        facts: ["currency.kind", "currency.name"],
        when: { "currency.kind": "fund" },
      },
      {
        text: "The numeric code of the {currency.name} ({currency.code}) in ISO is {currency.number}.",
        facts: ["currency.number"],
      },
      { text: "The {currency.name} ({currency.code}) has {currency.minor_digits} decimal places.", facts: ["currency.minor_digits"] },
      { text: "The symbol of the {currency.name} ({currency.code}) is {currency.symbol}.", facts: ["currency.symbol"] },
      {
        text: "The {currency.name} ({currency.code}) is used in {currency.countries|count} countries and territories: {currency.countries|names}.",
        facts: ["currency.countries"],
        when: { "currency.countries": { atLeast: 1 } },
      },
      {
        text: "The {currency.name} ({currency.code}) was used until {currency.used_until}.",
        facts: ["currency.used_until", "currency.active"],
      },
      {
        text: "{currency.successor} replaced it, at {currency.successor_rate} of the old for one of the new.",
        facts: ["currency.successor", "currency.successor_rate"],
      },
      { text: "{currency.successor} replaced it.", facts: ["currency.successor"], when: { "currency.successor_rate": null } },
      { text: "It is money today.", facts: ["currency.active"], when: { "currency.active": true }, detail: true },
    ],
    limits: [cutList("currency.countries")],
  },
  "currency.of_country": {
    sentences: [
      {
        text: "The currency of {country.name|country} is the {currency.name} ({currency.code}).",
        facts: ["currency.code", "currency.name", "currency.former", "currency.number"],
      },
      { text: "Beside it, legal tender in {country.name|country}: {currency.others|names}.", facts: ["currency.others", "currency.code"] },
      { text: "Its former currencies: {currency.former|former}.", facts: ["currency.former"] },
      { text: "The symbol of the {currency.name} ({currency.code}) is {currency.symbol}.", facts: ["currency.symbol"] },
      {
        text: "The {currency.name} ({currency.code}) has {currency.minor_digits} decimal places.",
        facts: ["currency.minor_digits"],
        detail: true,
      },
      {
        text: "The numeric code of the {currency.name} ({currency.code}) in ISO is {currency.number}.",
        facts: ["currency.number"],
        detail: true,
      },
    ],
  },
  "unit.convert_rate": {
    sentences: [
      {
        text: "{rate.value} {rate.currency} per {rate.from.name} is {rate.rounded} {rate.currency} per {rate.to.name}.",
        facts: ["rate.rounded", "rate.result_decimal", "rate.value", "rate.from", "rate.to", "rate.currency", "rate.exact"],
      },
      {
        text: "{rate.value} per {rate.from.name} is {rate.rounded} per {rate.to.name}.",
        facts: ["rate.rounded", "rate.result_decimal", "rate.value", "rate.from", "rate.to", "rate.exact"],
        when: { "rate.currency": null },
      },
      { text: "Before rounding: {rate.result_decimal}.", facts: ["rate.result_decimal"], detail: true },
    ],
  },
  "unit.convert": {
    sentences: [
      {
        text: "{unit.value} {unit.from.name} = {unit.result_decimal} {unit.to.name}.",
        facts: ["unit.result", "unit.result_decimal", "unit.value", "unit.from", "unit.to"],
        when: { "unit.exact": true },
      },
      {
        text: "{unit.value} {unit.from.name} = {unit.result_decimal} {unit.to.name}, rounded.",
        facts: ["unit.result", "unit.result_decimal", "unit.value", "unit.from", "unit.to", "unit.exact"],
        when: { "unit.exact": false },
      },
      { text: "That is {unit.mixed}, rounded.", facts: ["unit.mixed", "unit.result", "unit.result_decimal", "unit.to"] },
      {
        text: "If {unit.other_meaning.meant} is meant: {unit.value} {unit.other_meaning.from.name} = {unit.other_meaning.result_decimal} {unit.other_meaning.to.name}.",
        facts: ["unit.other_meaning", "unit.result", "unit.result_decimal", "unit.value", "unit.from", "unit.to"],
      },
      { text: "They measure {unit.kind}.", facts: ["unit.kind"], detail: true },
    ],
    limits: [{ text: "{unit.notes|names}" }],
  },
}
