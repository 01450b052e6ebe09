import type { AnswerTemplate } from "../template.ts"

const polarNight = [
  "sun.has_polar_night",
  "sun.polar_night_start",
  "sun.polar_night_end",
  "sun.polar_night_days",
  "sun.initial_polar_night_end",
]
const midnightSun = [
  "sun.has_midnight_sun",
  "sun.midnight_sun_start",
  "sun.midnight_sun_end",
  "sun.midnight_sun_days",
  "sun.initial_midnight_sun_end",
]
const dayFacts = (day: string) => ["", "_length", "_sunrise", "_sunset", "_noon_altitude"].map((end) => `sun.${day}_day${end}`)

/** The sun over a year. */
export const sunYear: AnswerTemplate = {
  sentences: [
    {
      text: "The shortest day of {calendar.year} there is {sun.shortest_day|date}, with {sun.shortest_day_length} of daylight, from {sun.shortest_day_sunrise|clock} to {sun.shortest_day_sunset|clock} ({time.zone}). At noon the sun is {sun.shortest_day_noon_altitude} degrees high.",
      facts: dayFacts("shortest"),
    },
    {
      text: "On the shortest day of {calendar.year}, {sun.shortest_day|date}, the sun does not rise there.",
      facts: dayFacts("shortest"),
      when: { "sun.has_polar_night": true, "sun.shortest_day_sunrise": null },
    },
    {
      text: "The longest day of {calendar.year} there is {sun.longest_day|date}, with {sun.longest_day_length} of daylight, from {sun.longest_day_sunrise|clock} to {sun.longest_day_sunset|clock} ({time.zone}). At noon the sun is {sun.longest_day_noon_altitude} degrees high.",
      facts: dayFacts("longest"),
    },
    {
      text: "On the longest day of {calendar.year}, {sun.longest_day|date}, the sun does not set there. At noon it is {sun.longest_day_noon_altitude} degrees high.",
      facts: dayFacts("longest"),
      when: { "sun.has_midnight_sun": true, "sun.longest_day_sunset": null },
    },
    {
      text: "The earliest sunrise of {calendar.year} there is on {sun.earliest_sunrise|moment} ({time.zone}).",
      facts: ["sun.earliest_sunrise"],
    },
    { text: "The latest sunrise of {calendar.year} there is on {sun.latest_sunrise|moment} ({time.zone}).", facts: ["sun.latest_sunrise"] },
    {
      text: "The earliest sunset of {calendar.year} there is on {sun.earliest_sunset|moment} ({time.zone}).",
      facts: ["sun.earliest_sunset"],
    },
    { text: "The latest sunset of {calendar.year} there is on {sun.latest_sunset|moment} ({time.zone}).", facts: ["sun.latest_sunset"] },
    {
      text: "There is no earliest or latest sunrise and sunset of {calendar.year}: the sun does not rise and set there on each day.",
      facts: ["sun.earliest_sunrise", "sun.latest_sunrise", "sun.earliest_sunset", "sun.latest_sunset"],
      when: { "sun.earliest_sunset": null },
      detail: true,
    },
    {
      text: "The polar night that begins in {calendar.year} lasts {sun.polar_night_days} days there: its first day without a sunrise is {sun.polar_night_start|date}, its last one {sun.polar_night_end|date}.",
      facts: polarNight,
    },
    {
      text: "{calendar.year} begins in a polar night there, whose last day without a sunrise is {sun.initial_polar_night_end|date}.",
      facts: ["sun.polar_night_end", "sun.initial_polar_night_end"],
    },
    {
      text: "There is no polar night there in {calendar.year}: the sun rises on each day.",
      facts: polarNight,
      when: { "sun.has_polar_night": false },
      detail: true,
    },
    {
      text: "The midnight sun that begins in {calendar.year} lasts {sun.midnight_sun_days} days there: its first day without a sunset is {sun.midnight_sun_start|date}, its last one {sun.midnight_sun_end|date}.",
      facts: midnightSun,
    },
    {
      text: "{calendar.year} begins in a midnight sun there, whose last day without a sunset is {sun.initial_midnight_sun_end|date}.",
      facts: ["sun.midnight_sun_end", "sun.initial_midnight_sun_end"],
    },
    {
      text: "There is no midnight sun there in {calendar.year}: the sun sets on each day.",
      facts: midnightSun,
      when: { "sun.has_midnight_sun": false },
      detail: true,
    },
  ],
  limits: [{ text: "The horizon is level, at sea level: behind hills the sun is away for longer." }],
}

const solsticeFacts = [
  "solstice.day_length",
  "solstice.sunrise",
  "solstice.sunset",
  "solstice.state",
  "solstice.date",
  "solstice.noon_altitude",
]

/** The day of a solstice at a place. */
export const solsticeDay: AnswerTemplate = {
  sentences: [
    {
      text: "The {solstice.name} of {calendar.year} is on {solstice.instant|moment} ({time.zone}).",
      facts: [...solsticeFacts, "solstice.instant"],
    },
    {
      text: "On that day there are {solstice.day_length} of daylight there, from {solstice.sunrise|clock} to {solstice.sunset|clock}.",
      facts: solsticeFacts,
      when: { "solstice.state": "rises_and_sets" },
    },
    { text: "On that day the sun does not rise there.", facts: solsticeFacts, when: { "solstice.state": "down_all_day" } },
    { text: "On that day the sun does not set there.", facts: solsticeFacts, when: { "solstice.state": "up_all_day" } },
    {
      text: "On that day the sun rises there and does not set.",
      facts: solsticeFacts,
      when: { "solstice.state": "rises_only" },
    },
    { text: "On that day the sun sets there and does not rise.", facts: solsticeFacts, when: { "solstice.state": "sets_only" } },
    { text: "At noon the sun is {solstice.noon_altitude} degrees high.", facts: ["solstice.noon_altitude"], detail: true },
  ],
  limits: [{ text: "Times of the sun are for a level horizon at sea level." }],
}
