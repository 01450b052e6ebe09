import type { AnswerTemplate } from "../template.ts"
import { addedDays, weekend } from "./addedDays.ts"
import { hijri } from "./hijri.ts"
import { isHoliday } from "./isHoliday.ts"
import { longWeekends } from "./longWeekends.ts"

const namedFacts = ["holiday.name", "holiday.date", "holiday.dates", "holiday.type", "holiday.is_public_holiday", "holiday.local_name"]

const placedFacts = ["holiday.name", "holiday.date", "holiday.weekday", "holiday.countries", "holiday.by_date", "holiday.date_count"]

/** Holidays, the days that are worked, weekdays. */
export const days: Readonly<Record<string, AnswerTemplate>> = {
  "calendar.is_holiday": isHoliday,
  "calendar.named_holiday": {
    sentences: [
      {
        text: "In {calendar.year}, {holiday.name} is a public holiday in {region.name}, {country.name|country}: {holiday.dates|dates}.",
        facts: namedFacts,
        when: { "holiday.is_public_holiday": true },
      },
      {
        text: "In {calendar.year}, {holiday.name} is a public holiday in {country.name|country}: {holiday.dates|dates}.",
        facts: namedFacts,
        when: { "holiday.is_public_holiday": true, "region.name": null },
      },
      {
        text: "{holiday.name} is no public holiday in {region.name}, {country.name|country}. In {calendar.year} it is on {holiday.date|date} there ({holiday.type}).",
        facts: namedFacts,
        when: { "holiday.is_public_holiday": false, "holiday.is_regional": false },
      },
      {
        text: "{holiday.name} is no public holiday in the whole of {region.name}, {country.name|country}, but in parts of it, which may have the town: {holiday.regions|dates}.",
        facts: namedFacts,
        when: { "holiday.is_regional": true },
      },
      {
        text: "{holiday.name} is no public holiday in {country.name|country}. In {calendar.year} it is on {holiday.date|date} there ({holiday.type}).",
        facts: namedFacts,
        when: { "holiday.is_public_holiday": false, "region.name": null, "holiday.is_regional": false },
      },
      {
        text: "{holiday.name} is no public holiday in {region.name}, {country.name|country}, in {calendar.year}.",
        facts: namedFacts,
        when: { "holiday.date": null, "holiday.is_regional": false },
      },
      {
        text: "{holiday.name} is no public holiday in {country.name|country} in {calendar.year}.",
        facts: namedFacts,
        when: { "holiday.date": null, "region.name": null, "holiday.is_regional": false },
      },
      {
        text: "{holiday.name} is a public holiday only in parts of {country.name|country}: {holiday.regions|dates}.",
        facts: namedFacts,
        when: { "holiday.is_regional": true, "region.name": null },
      },
      {
        text: "It was last a public holiday there on {holiday.ended|date}.",
        facts: [...namedFacts, "holiday.ended"],
      },
      {
        text: "In {holiday.elsewhere.country_name|country} it is on {holiday.elsewhere.date|date}.",
        facts: namedFacts,
      },
      { text: "The day off in its place: {holiday.substitutes|dates}.", facts: [...namedFacts, "holiday.substitutes"] },
      { text: "{holiday.date|date} is a {holiday.weekday|title}.", facts: ["holiday.weekday", "holiday.substitutes"] },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.feast_date": {
    sentences: [
      {
        text: "{feast.name} is on {feast.date|date}, a {feast.weekday|title}.",
        facts: ["feast.date", "feast.weekday", "feast.name", "feast.public_country_count", "feast.orthodox_date"],
      },
      { text: "In the Orthodox churches it is on {feast.orthodox_date|date}.", facts: ["feast.date", "feast.orthodox_date"] },
      { text: "That is {feast.days_until} days from today.", facts: ["feast.days_until"], when: { "feast.days_until": { atLeast: 2 } } },
    ],
    limits: [
      {
        text: "It is a public holiday in {feast.public_country_count} of {feast.country_count} countries and territories, not everywhere.",
      },
      { text: "{feast.notes|names}" },
    ],
  },
  "calendar.holiday_dates": {
    sentences: [
      {
        text: "By the data, {holiday.name} is on {holiday.date|date}, a {holiday.weekday|title}, in: {holiday.countries|names}.",
        facts: placedFacts,
        when: { "holiday.date_count": { atMost: 1 } },
      },
      {
        text: "By the data, {holiday.name} is on {holiday.date_count} different days in {calendar.year}. {holiday.by_date|days}.",
        facts: placedFacts,
        when: { "holiday.date_count": { atLeast: 2 } },
      },
      { text: "It is a public holiday in: {holiday.public_in|names}.", facts: ["holiday.public_in"] },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.public_holidays": {
    sentences: [
      {
        text: "In {calendar.year}, {region.name} ({country.name|country}) has {calendar.holiday_count} holidays: {calendar.holidays|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count"],
      },
      {
        text: "In {calendar.year}, {country.name|country} has {calendar.holiday_count} holidays: {calendar.holidays|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count"],
        when: { "region.name": null },
      },
      {
        text: "No holiday of these kinds is known in {country.name|country} for {calendar.year}.",
        facts: ["calendar.holidays", "calendar.holiday_count"],
        when: { "calendar.holidays": { atMost: 0 } },
      },
      {
        text: "Substitute days are not counted again: {calendar.uncounted_substitutes|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count", "calendar.uncounted_substitutes"],
      },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.business_days": {
    sentences: [
      {
        text: "Business day {calendar.ordinal_number}, counted from the {calendar.ordinal_side} of the range, is {calendar.ordinal_business_day|date}.",
        facts: ["calendar.ordinal_business_day", "calendar.business_days"],
      },
      {
        text: "The range has no business day {calendar.ordinal_number}.",
        facts: ["calendar.ordinal_business_day", "calendar.business_days"],
        when: { "calendar.ordinal_business_day": null },
      },
      { text: "The first business day is {calendar.first_business_day|date}.", facts: ["calendar.first_business_day"], detail: true },
      { text: "The last business day is {calendar.last_business_day|date}.", facts: ["calendar.last_business_day"], detail: true },
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, both included, there are {calendar.business_days} business days in {region.name}, {country.name|country}.",
        facts: ["calendar.business_days"],
      },
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, both included, there are {calendar.business_days} business days in {country.name|country}.",
        facts: ["calendar.business_days"],
        when: { "region.name": null },
      },
      {
        text: "Of the {calendar.days} days, {calendar.weekend_days} are on weekends and {calendar.holiday_days} are holidays on other days.",
        facts: ["calendar.days", "calendar.weekend_days", "calendar.holiday_days"],
      },
      { text: "The holidays: {calendar.holidays|dates}.", facts: ["calendar.holidays", "calendar.days", "calendar.holiday_days"] },
      {
        text: "Holidays for a part of the day or of the people, not taken off: {calendar.partial_holidays|dates}.",
        facts: ["calendar.partial_holidays"],
      },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.holidays_between": {
    sentences: [
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, {region.name} ({country.name|country}) has {calendar.holiday_count} public holidays ({calendar.weekday_holiday_count} days off outside the weekend): {calendar.holidays|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count", "calendar.weekday_holiday_count"],
      },
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, {country.name|country} has {calendar.holiday_count} public holidays ({calendar.weekday_holiday_count} days off outside the weekend): {calendar.holidays|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count", "calendar.weekday_holiday_count"],
        when: { "region.name": null },
      },
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, no holiday of these kinds is known in {country.name|country}.",
        facts: ["calendar.holidays", "calendar.holiday_count", "calendar.weekday_holiday_count"],
        when: { "calendar.holidays": { atMost: 0 } },
      },
      {
        text: "Substitute days are not counted again: {calendar.uncounted_substitutes|dates}.",
        facts: ["calendar.holidays", "calendar.holiday_count", "calendar.weekday_holiday_count", "calendar.uncounted_substitutes"],
      },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.long_weekends": longWeekends,
  ...hijri,
  "calendar.add_business_days": {
    sentences: [
      {
        text: "{calendar.business_day|date}, a {calendar.weekday|title}, is {calendar.day_count} business days {calendar.direction} {calendar.date|date} in {country.name|country}.",
        facts: ["calendar.business_day", "calendar.weekday"],
      },
      { text: "Holidays on the way: {calendar.holidays|dates}.", facts: ["calendar.holidays", "calendar.business_day"] },
      { text: "That is {calendar.days} calendar days.", facts: ["calendar.days"], detail: true },
    ],
    limits: [{ text: "{calendar.notes|names}" }],
  },
  "calendar.weekday": {
    sentences: [
      { text: "{calendar.date|date} is a {calendar.weekday|title}.", facts: ["calendar.weekday"] },
      ...weekend,
      {
        text: "It is in week {calendar.iso_week} of {calendar.iso_week_year} (ISO).",
        facts: ["calendar.iso_week", "calendar.iso_week_year"],
      },
      { text: "It is day {calendar.day_of_year} of its year.", facts: ["calendar.day_of_year"], detail: true },
      { text: "It is in quarter {calendar.quarter} of its year.", facts: ["calendar.quarter"], detail: true },
      {
        text: "The year of {calendar.date|date} is a leap year.",
        facts: ["calendar.leap_year"],
        when: { "calendar.leap_year": true },
        detail: true,
      },
      {
        text: "The year of {calendar.date|date} is not a leap year.",
        facts: ["calendar.leap_year"],
        when: { "calendar.leap_year": false },
        detail: true,
      },
    ],
  },
  "calendar.of_year": {
    sentences: [
      {
        text: "{calendar.year} is a leap year with {calendar.days_in_year} days.",
        facts: ["calendar.leap_year", "calendar.days_in_year"],
        when: { "calendar.leap_year": true },
      },
      {
        text: "{calendar.year} is not a leap year: it has {calendar.days_in_year} days.",
        facts: ["calendar.leap_year", "calendar.days_in_year"],
        when: { "calendar.leap_year": false },
      },
      { text: "{calendar.year} has {calendar.weeks_in_year} calendar weeks (ISO).", facts: ["calendar.weeks_in_year"] },
      {
        text: "{calendar.year} begins on a {calendar.first_weekday|title} and ends on a {calendar.last_weekday|title}.",
        facts: ["calendar.first_weekday", "calendar.last_weekday"],
        detail: true,
      },
    ],
  },
  "calendar.week": {
    sentences: [
      {
        text: "Week {calendar.week} of {calendar.year} (ISO) goes from Monday, {calendar.monday|date}, to Sunday, {calendar.sunday|date}.",
        facts: ["calendar.week", "calendar.year", "calendar.monday", "calendar.sunday"],
      },
      { text: "{calendar.year} has {calendar.weeks_in_year} such weeks.", facts: ["calendar.weeks_in_year"], detail: true },
    ],
  },
  "calendar.days_between": {
    sentences: [
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date} it is {calendar.days} days: {calendar.week_count} weeks and {calendar.rest_days} days.",
        facts: ["calendar.days", "calendar.week_count", "calendar.rest_days"],
      },
      {
        text: "Counting both days, it is {calendar.days_inclusive} days.",
        facts: ["calendar.days_inclusive", "calendar.days"],
      },
      {
        text: "In whole years and months: {calendar.whole_years} years, {calendar.whole_months} months and {calendar.days_beyond} days.",
        facts: ["calendar.whole_years", "calendar.whole_months", "calendar.days_beyond"],
        detail: true,
      },
    ],
  },
  "calendar.add_days": addedDays,
  "calendar.count_weekdays": {
    sentences: [
      {
        text: "From {calendar.start_date|date} to {calendar.end_date|date}, both included, {calendar.counted_days} days are one of: {calendar.counted_weekdays|titles}.",
        facts: ["calendar.counted_days", "calendar.counted_weekdays", "calendar.days"],
      },
      { text: "The dates: {calendar.counted_dates|dates}.", facts: ["calendar.counted_dates"] },
    ],
    limits: [{ text: "Holidays were not looked at." }],
  },
}
