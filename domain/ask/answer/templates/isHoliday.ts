import type { AnswerTemplate } from "../template.ts"

const dayFacts = ["calendar.is_holiday", "calendar.holidays", "calendar.date", "calendar.weekday"]
const holidayFacts = ["calendar.is_holiday", "calendar.holidays", "calendar.date", "calendar.is_business_day", "calendar.day_kinds"]

/** Whether a day is a holiday, and of which kinds: one kind is never denied by an answer about another one. */
export const isHoliday: AnswerTemplate = {
  sentences: [
    {
      text: "{calendar.date|date} is a public holiday in {region.name}, {country.name|country}: {calendar.day_kinds.public_holidays|names}.",
      facts: ["calendar.is_holiday", "calendar.holidays", "calendar.date"],
      when: { "calendar.day_kinds.is_public_holiday": true },
    },
    {
      text: "{calendar.date|date} is a public holiday in {country.name|country}: {calendar.day_kinds.public_holidays|names}.",
      facts: ["calendar.is_holiday", "calendar.holidays", "calendar.date"],
      when: { "calendar.day_kinds.is_public_holiday": true, "region.name": null },
    },
    {
      text: "{calendar.date|date}, a {calendar.weekday|title}, is not a public holiday in {region.name}, {country.name|country}.",
      facts: dayFacts,
      when: { "calendar.day_kinds.is_public_holiday": false, "calendar.day_kinds.has_town_holidays": false },
    },
    {
      text: "{calendar.date|date}, a {calendar.weekday|title}, is not a public holiday in {country.name|country}.",
      facts: dayFacts,
      when: {
        "calendar.day_kinds.is_public_holiday": false,
        "calendar.day_kinds.has_town_holidays": false,
        "calendar.day_kinds.regions": { atMost: 0 },
        "region.name": null,
      },
    },
    {
      text: "{calendar.date|date}, a {calendar.weekday|title}, is not a public holiday in the whole of {country.name|country}.",
      facts: dayFacts,
      when: {
        "calendar.day_kinds.is_public_holiday": false,
        "calendar.day_kinds.has_town_holidays": false,
        "calendar.day_kinds.regions": { atLeast: 1 },
        "region.name": null,
      },
    },
    {
      text: "{calendar.date|date}, a {calendar.weekday|title}, is not a public holiday in the whole of {region.name}, {country.name|country}; single towns have holidays of their own, which this answer does not cover.",
      facts: dayFacts,
      when: { "calendar.day_kinds.is_public_holiday": false, "calendar.day_kinds.has_town_holidays": true },
    },
    {
      text: "{calendar.date|date}, a {calendar.weekday|title}, is not a public holiday in the whole of {country.name|country}; single towns have holidays of their own, which this answer does not cover.",
      facts: dayFacts,
      when: { "calendar.day_kinds.is_public_holiday": false, "calendar.day_kinds.has_town_holidays": true, "region.name": null },
    },
    {
      text: "It is a public holiday in a part of {region.name}: {calendar.day_kinds.towns|names}.",
      facts: [...dayFacts, "calendar.is_business_day"],
      when: { "calendar.day_kinds.is_public_holiday": false },
    },
    {
      text: "It is a public holiday in parts of {country.name|country}: {calendar.day_kinds.regions|names}.",
      facts: [...dayFacts, "calendar.is_business_day"],
      when: { "calendar.day_kinds.is_public_holiday": false },
    },
    {
      text: "The same feast follows the Julian calendar there: {calendar.day_kinds.julian_feasts|dates}.",
      facts: [...dayFacts, "calendar.is_business_day"],
      when: { "calendar.day_kinds.is_public_holiday": false },
    },
    {
      text: "It is a business day.",
      facts: ["calendar.is_business_day", "calendar.is_weekend"],
      when: { "calendar.is_business_day": true },
    },
    {
      text: "It is not a business day: {calendar.day_kinds.days_off|names}.",
      facts: ["calendar.is_business_day"],
      when: { "calendar.is_business_day": false },
    },
    {
      text: "It is not a business day.",
      facts: ["calendar.is_business_day"],
      when: { "calendar.is_business_day": false, "calendar.day_kinds.days_off": { atMost: 0 } },
    },
    {
      text: "A public holiday is a day off for schools too.",
      facts: holidayFacts,
      when: { "calendar.day_kinds.is_public_holiday": true, "calendar.day_kinds.is_school": true },
    },
    {
      text: "Holidays of the requested kind ({calendar.day_kinds.kinds|names}) that the data lists on that day: {calendar.day_kinds.of_kinds|names}.",
      facts: holidayFacts,
    },
    {
      text: "The data lists no holiday of the requested kind ({calendar.day_kinds.kinds|names}) on that day.",
      facts: holidayFacts,
      when: { "calendar.day_kinds.is_of_kinds": false },
    },
    {
      text: "Listed on that day, but not as a public holiday: {calendar.day_kinds.other_days|names}.",
      facts: ["calendar.is_holiday", "calendar.holidays", "calendar.date"],
      when: { "calendar.day_kinds.is_public_holiday": false },
    },
    {
      text: "It lies on the weekend.",
      facts: ["calendar.is_weekend", "calendar.is_business_day"],
      when: { "calendar.is_weekend": true },
    },
    {
      text: "Days off in place of holidays on that weekend: {calendar.substitutes|dates}.",
      facts: ["calendar.substitutes", "calendar.is_holiday", "calendar.holidays", "calendar.is_business_day"],
    },
    {
      text: "The data has no substitute day for it.",
      facts: ["calendar.substitutes"],
      when: { "calendar.substitutes": { atMost: 0 }, "calendar.is_holiday": true, "calendar.is_weekend": true },
    },
    {
      text: "The next holiday there is {calendar.next_holiday.name} on {calendar.next_holiday.date|date}.",
      facts: ["calendar.next_holiday"],
    },
    {
      text: "The next business day after {calendar.date|date} there is {calendar.next_business_day|date}.",
      facts: ["calendar.next_business_day"],
    },
    { text: "The weekend there: {calendar.weekend|titles}.", facts: ["calendar.weekend"], detail: true },
    { text: "It is a {calendar.weekday|title}.", facts: ["calendar.weekday"], detail: true },
  ],
  limits: [
    { text: "{calendar.notes|names}" },
    { text: "The terms and vacations of schools are not in the data.", when: { "calendar.day_kinds.is_school": true } },
    { text: "Holidays of single towns in {region.name} are not counted.", when: { "calendar.day_kinds.is_public_holiday": false } },
    {
      text: "Holidays of single towns of {country.name|country} are not counted.",
      when: { "calendar.day_kinds.is_public_holiday": false, "region.name": null },
    },
  ],
}
