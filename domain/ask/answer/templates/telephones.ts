import type { AnswerTemplate } from "../template.ts"

/** Both directions are stated for either code: a reader who mixes them up dials a wrong number. */
const callFacts = [
  "phone.international_prefix",
  "phone.international_prefixes",
  "phone.calling_code",
  "call.first_dialled",
  "call.second_dialled",
  "call.opening",
  "call.openings",
  "call.area_prefix",
  "call.shares_code",
]
/** What is dialled from one country to another: it takes the place of both directions. */
const pairFacts = [...callFacts, "phone.trunk_prefix", "phone.landline_length", "phone.mobile_length", "call.from_name", "call.from_code"]
const alone = { "call.from_code": null }

const codeFacts = ["phone.area_code", "phone.area_codes", "phone.area_codes_abroad", "phone.area_code_count", "phone.town_name"]
const single = { "phone.area_code_count": 1, "phone.further_codes": false }

/** What is dialled for a number in another country. */
const sequenceFacts = ["call.sequence", "call.from_code", "call.from_name", "call.openings"]

/** Telephone numbers and how they are dialled. */
export const telephones: Readonly<Record<string, AnswerTemplate>> = {
  "phone.area_code": {
    sentences: [
      {
        text: "The area code of {phone.town_name} is {phone.area_code}, and {phone.area_codes_abroad|names} from another country.",
        facts: codeFacts,
        when: single,
      },
      {
        text: "{phone.town_name} has {phone.area_code_count} area codes: {phone.area_codes|names} ({phone.area_codes_abroad|names} from another country).",
        facts: codeFacts,
        when: { "phone.area_code_count": { atLeast: 2 }, "phone.further_codes": false },
      },
      {
        text: "The tables have {phone.area_code_count} area codes of {phone.town_name}: {phone.area_codes|names} ({phone.area_codes_abroad|names} from another country).",
        facts: codeFacts,
        when: { "phone.area_code_count": { atLeast: 2 }, "phone.further_codes": true },
      },
      {
        text: "The tables have one area code of {phone.town_name}: {phone.area_code}, and {phone.area_codes_abroad|names} from another country.",
        facts: codeFacts,
        when: { "phone.area_code_count": 1, "phone.further_codes": true },
      },
    ],
    limits: [
      {
        text: "The town may have further area codes: those of mobile numbers and newer ones are in the tables under the whole state or province.",
        when: { "phone.further_codes": true },
      },
    ],
  },
  "phone.dialling": {
    sentences: [
      {
        text: "To call {country.name|country} from {call.from_name|country}, dial {call.opening}, then {call.second_dialled} and the number without its leading {phone.trunk_prefix}.",
        facts: pairFacts,
      },
      {
        text: "To call {country.name|country} from {call.from_name|country}, dial {call.opening}, then {call.second_dialled} and the whole number.",
        facts: pairFacts,
        when: { "phone.trunk_prefix": null },
      },
      {
        text: "To call {country.name|country} from {call.from_name|country}, dial the prefix of a carrier ({call.openings|names}), then {call.second_dialled} and the number without its leading {phone.trunk_prefix}.",
        facts: pairFacts,
        when: { "call.opening": null },
      },
      {
        text: "To call {country.name|country} from {call.from_name|country}, dial the prefix of a carrier ({call.openings|names}), then {call.second_dialled} and the whole number.",
        facts: pairFacts,
        when: { "call.opening": null, "phone.trunk_prefix": null },
      },
      {
        text: "{call.from_name|country} and {country.name|country} share the calling code {phone.calling_code}: {country.name|country} is called without an exit code, like another area, with a leading {call.area_prefix}.",
        facts: pairFacts,
        when: { "call.shares_code": true },
      },
      {
        text: "{call.from_name|country} and {country.name|country} share the calling code {phone.calling_code}: {country.name|country} is called without an exit code, like another area.",
        facts: pairFacts,
        when: { "call.shares_code": true, "call.area_prefix": null },
      },
      {
        text: "The tilde in {call.opening} stands for waiting for the tone.",
        facts: pairFacts,
        when: { "call.opening": "8~10" },
      },
      {
        text: "From {country.name|country} to another country one dials {phone.international_prefix}, then the calling code of that country and the number.",
        facts: callFacts,
        when: alone,
      },
      {
        text: "From {country.name|country} to another country one dials the prefix of a carrier ({phone.international_prefixes|names}), then the calling code of that country and the number.",
        facts: callFacts,
        when: { ...alone, "phone.international_prefix": null },
      },
      {
        text: "Countries that share {phone.calling_code} with it are called without that prefix, like another area.",
        facts: callFacts,
        when: { ...alone, "phone.calling_code": "+1" },
      },
      {
        text: "Within {country.name|country} national numbers are dialled with a leading {phone.trunk_prefix}.",
        facts: ["phone.trunk_prefix"],
        when: alone,
      },
      {
        text: "{country.name|country} has no trunk prefix: national numbers are dialled as they are.",
        facts: ["phone.trunk_prefix"],
        when: { ...alone, "phone.trunk_prefix": null },
      },
      {
        text: "From another country to {country.name|country} one dials the exit code of that country, then {phone.calling_code} and the number without a leading {phone.trunk_prefix}.",
        facts: callFacts,
        when: alone,
      },
      {
        text: "From another country to {country.name|country} one dials the exit code of that country, then {phone.calling_code} and the whole number.",
        facts: callFacts,
        when: { ...alone, "phone.trunk_prefix": null },
      },
      {
        text: "Behind the calling code a landline number has {phone.landline_length} digits and a mobile number {phone.mobile_length}.",
        facts: ["phone.landline_length", "phone.mobile_length"],
        detail: true,
      },
    ],
  },
  "phone.lookup": {
    sentences: [
      {
        text: "From {call.from_name|country}, {phone.international} is dialled as {call.sequence}.",
        facts: sequenceFacts,
        when: { "phone.valid": true },
      },
      {
        text: "From {call.from_name|country}, {phone.international} is dialled behind the prefix of a carrier ({call.openings|names}), without the plus.",
        facts: sequenceFacts,
        when: { "phone.valid": true, "call.sequence": null },
      },
      {
        text: "From another country {phone.international} is dialled with the exit code of that country in place of the plus.",
        facts: ["call.sequence"],
        when: { "phone.valid": true, "call.from_code": null },
        detail: true,
      },
      { text: "{phone.international} is a number of {phone.area} in {country.name|country}.", facts: ["phone.area", "phone.has_area"] },
      {
        text: "A {phone.type|words} number of {country.name|country} belongs to no area.",
        facts: ["phone.area", "phone.has_area"],
        when: { "phone.valid": true, "phone.has_area": false },
        detail: true,
      },
      ...[true, null].map((has) => ({
        text: "The area of {phone.international} is not known here.",
        facts: ["phone.area", "phone.has_area"],
        when: { "phone.valid": true, "phone.has_area": has, "phone.area": null },
        detail: true,
      })),
      {
        text: "The network of {phone.international} is not known here.",
        facts: ["phone.network"],
        when: { "phone.valid": true, "phone.network": null },
        detail: true,
      },
      {
        text: "{phone.international} has the form of a number of {country.name|country}, but its range is kept for films and examples: no subscriber has it.",
        facts: [
          "phone.valid",
          "phone.number",
          "phone.possible",
          "phone.international",
          "phone.type",
          "phone.fictitious",
          "country.code",
          "country.name",
        ],
        when: { "phone.valid": true, "phone.fictitious": true },
      },
      {
        text: "{phone.international} is in a range that is kept for films and examples: no subscriber has it.",
        facts: ["phone.valid", "phone.number", "phone.possible", "phone.international", "phone.type", "phone.fictitious"],
        when: { "phone.valid": true, "phone.fictitious": true, "country.name": null },
      },
      {
        text: "{phone.international} is a number that the numbering plan of {country.name|country} assigns.",
        facts: ["phone.valid", "phone.number", "phone.possible", "phone.international", "phone.fictitious", "country.code", "country.name"],
        when: { "phone.valid": true, "phone.fictitious": false },
      },
      {
        text: "{phone.international} is a valid number of no one country.",
        facts: ["phone.valid", "phone.international", "phone.non_geographic"],
        when: { "phone.valid": true, "country.name": null },
      },
      {
        text: "It is not a valid phone number: {phone.reasons|messages}.",
        facts: ["phone.valid", "phone.reasons", "phone.possible", "phone.fictitious"],
        when: { "phone.valid": false },
      },
      {
        text: "It is a {phone.type|words} number of {country.name|country}.",
        facts: ["phone.type", "country.name"],
        when: { "phone.valid": true },
      },
      { text: "It is a {phone.type|words} number.", facts: ["phone.type"], when: { "phone.valid": true, "country.name": null } },
      {
        text: "The prefix of {phone.international} was given to {phone.network}; the number may have been taken along to another network since.",
        facts: ["phone.network"],
      },
      {
        text: "In international form it is {phone.international} ({phone.number} without spaces), and within the country {phone.national}.",
        facts: ["phone.international", "phone.number", "phone.national", "phone.uri"],
        when: { "phone.valid": true },
      },
      { text: "Its calling code is {phone.calling_code}.", facts: ["phone.calling_code"], detail: true },
    ],
    limits: [{ text: "Whether somebody answers the number was not checked." }],
  },
}
