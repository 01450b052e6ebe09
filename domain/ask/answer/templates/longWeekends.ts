import type { AnswerTemplate } from "../template.ts"

const listed = ["calendar.long_weekends", "calendar.long_weekend_count"]
const ofCountry = { "region.name": null }
const free = { "stretch.kind": "long_weekend" }
const withLeave = { "stretch.kind": "bridge_day" }

/** The long weekends of a country or a region in a period. */
export const longWeekends: AnswerTemplate = {
  sentences: [
    {
      text: "The first long weekend from {calendar.start_date|date} on in {region.name} ({country.name|country}): {calendar.first_long_weekend|stretches}.",
      facts: ["calendar.first_long_weekend"],
      when: free,
      detail: true,
    },
    {
      text: "The first long weekend from {calendar.start_date|date} on in {country.name|country}, without those of single regions: {calendar.first_long_weekend|stretches}.",
      facts: ["calendar.first_long_weekend"],
      when: { ...free, ...ofCountry },
      detail: true,
    },
    {
      text: "From {calendar.start_date|date} to {calendar.end_date|date}, {region.name} ({country.name|country}) has {calendar.long_weekend_count} long weekends: {calendar.long_weekends|stretches}.",
      facts: listed,
      when: free,
    },
    {
      text: "From {calendar.start_date|date} to {calendar.end_date|date}, {country.name|country} has {calendar.long_weekend_count} long weekends, without those of single regions: {calendar.long_weekends|stretches}.",
      facts: listed,
      when: { ...free, ...ofCountry },
    },
    {
      text: "From {calendar.start_date|date} to {calendar.end_date|date}, no long weekend is in the data of {region.name} ({country.name|country}).",
      facts: [...listed, "calendar.first_long_weekend"],
      when: { ...free, "calendar.long_weekend_count": 0 },
    },
    {
      text: "From {calendar.start_date|date} to {calendar.end_date|date}, no long weekend is in the data of {country.name|country} beside those of single regions.",
      facts: [...listed, "calendar.first_long_weekend"],
      when: { ...free, "calendar.long_weekend_count": 0, ...ofCountry },
    },
    {
      text: "Bridge days from {calendar.start_date|date} to {calendar.end_date|date} in {country.name|country}, each a single working day whose leave joins days off: {calendar.bridge_days|bridges}.",
      facts: [...listed, "calendar.bridge_days"],
      when: { ...withLeave, ...ofCountry },
    },
    {
      text: "Bridge days from {calendar.start_date|date} to {calendar.end_date|date} in {region.name} ({country.name|country}), each a single working day whose leave joins days off: {calendar.bridge_days|bridges}.",
      facts: [...listed, "calendar.bridge_days"],
      when: withLeave,
    },
    {
      text: "No single working day from {calendar.start_date|date} to {calendar.end_date|date} joins a holiday to a weekend in {country.name|country}.",
      facts: [...listed, "calendar.bridge_days"],
      when: { ...withLeave, "calendar.bridge_days": { atMost: 0 } },
    },
  ],
  limits: [
    {
      text: "A long weekend has a day of the weekend ({calendar.weekend|titles}, as it is today) and a public holiday on another day. Days off that a government grants for one year alone are counted only if the data has them.",
    },
    { text: "Only holidays of the whole country are counted, not those of its regions.", when: ofCountry },
    { text: "{calendar.notes|names}" },
  ],
}
