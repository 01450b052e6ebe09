import type { AnswerTemplate } from "../template.ts"

/** Times and phases of the moon. */
export const moon: Readonly<Record<string, AnswerTemplate>> = {
  "moon.times": {
    sentences: [
      { text: "On {date.day|date} the moon rises at {moon.moonrise|clock} local time ({time.zone}).", facts: ["moon.moonrise"] },
      {
        text: "On {date.day|date} the moon does not rise there. It next rises on {moon.next_moonrise|moment} ({time.zone}).",
        facts: ["moon.moonrise"],
        when: { "moon.moonrise": null, "moon.state": "rises_or_sets" },
      },
      { text: "On {date.day|date} the moon sets at {moon.moonset|clock} local time ({time.zone}).", facts: ["moon.moonset"] },
      {
        text: "On {date.day|date} the moon does not set there. It next sets on {moon.next_moonset|moment} ({time.zone}).",
        facts: ["moon.moonset"],
        when: { "moon.moonset": null, "moon.state": "rises_or_sets" },
      },
      {
        text: "On {date.day|date} the moon is up all day there: it does not rise or set. It next sets on {moon.next_moonset|moment} and next rises on {moon.next_moonrise|moment} ({time.zone}).",
        facts: ["moon.moonrise", "moon.moonset", "moon.state"],
        when: { "moon.state": "up_all_day" },
      },
      {
        text: "On {date.day|date} the moon stays below the horizon there: it does not rise or set. It next rises on {moon.next_moonrise|moment} ({time.zone}).",
        facts: ["moon.moonrise", "moon.moonset", "moon.state"],
        when: { "moon.state": "down_all_day" },
      },
      { text: "The next moonrise is on {moon.next_moonrise|moment} ({time.zone}).", facts: ["moon.next_moonrise"], detail: true },
      { text: "The next moonset is on {moon.next_moonset|moment} ({time.zone}).", facts: ["moon.next_moonset"], detail: true },
    ],
    limits: [{ text: "Times of the moon are for a level horizon at sea level." }],
  },
  "moon.position": {
    sentences: [
      {
        text: "At {time.local|clock} on {time.local|date} ({time.zone}) the moon is up there.",
        facts: ["moon.is_up", "time.local"],
        when: { "moon.is_up": true },
      },
      {
        text: "At {time.local|clock} on {time.local|date} ({time.zone}) the moon is below the horizon there.",
        facts: ["moon.is_up", "time.local"],
        when: { "moon.is_up": false },
      },
      {
        text: "Its altitude is {moon.altitude} degrees and its direction {moon.azimuth} degrees from north over east.",
        facts: ["moon.altitude", "moon.azimuth"],
      },
    ],
    limits: [{ text: "Hills, houses and clouds are not known." }],
  },
  "moon.phase": {
    sentences: [
      {
        text: "On {date.day|date} the phase of the moon is {moon.phase|words}, with {moon.illuminated_percent} percent of its disc lit.",
        facts: ["moon.phase", "moon.illuminated_percent", "moon.elongation", "moon.age_days"],
      },
      {
        text: "There is a full moon on {date.day|date} ({time.zone}).",
        facts: ["moon.next_full_moon", "moon.full_moon_after"],
        when: { "moon.phase": "full_moon" },
        detail: true,
      },
      {
        text: "There is a new moon on {date.day|date} ({time.zone}).",
        facts: ["moon.next_new_moon", "moon.new_moon_after"],
        when: { "moon.phase": "new_moon" },
        detail: true,
      },
      { text: "The moon is waxing.", facts: ["moon.waxing"], when: { "moon.waxing": true } },
      { text: "The moon is waning.", facts: ["moon.waxing"], when: { "moon.waxing": false } },
      {
        text: "The next full moon is on {moon.next_full_moon|moment} ({time.zone}), the one after it on {moon.full_moon_after|moment}; the last one before {date.day|date} is on {moon.full_moon_before|moment}.",
        facts: ["moon.next_full_moon", "moon.full_moon_after"],
      },
      {
        text: "The next new moon is on {moon.next_new_moon|moment} ({time.zone}), the one after it on {moon.new_moon_after|moment}; the last one before {date.day|date} is on {moon.new_moon_before|moment}.",
        facts: ["moon.next_new_moon", "moon.new_moon_after"],
      },
      {
        text: "The next first quarter is on {moon.next_first_quarter|moment} ({time.zone}).",
        facts: ["moon.next_first_quarter"],
        detail: true,
      },
      {
        text: "The next last quarter is on {moon.next_last_quarter|moment} ({time.zone}).",
        facts: ["moon.next_last_quarter"],
        detail: true,
      },
    ],
  },
  "moon.phases": {
    sentences: [
      {
        text: "Full moons from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}): {moon.full_moons|moments}.",
        facts: ["moon.full_moons", "moon.first_full_moon", "moon.last_full_moon", "moon.full_moon_count", "moon.phases"],
      },
      {
        text: "No full moon falls on the days from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}).",
        facts: ["moon.full_moons", "moon.first_full_moon", "moon.last_full_moon", "moon.full_moon_count", "moon.phases"],
        when: { "moon.full_moon_count": 0 },
      },
      {
        text: "New moons from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}): {moon.new_moons|moments}.",
        facts: ["moon.new_moons", "moon.first_new_moon", "moon.last_new_moon", "moon.new_moon_count", "moon.phases"],
      },
      {
        text: "No new moon falls on the days from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}).",
        facts: ["moon.new_moons", "moon.first_new_moon", "moon.last_new_moon", "moon.new_moon_count", "moon.phases"],
        when: { "moon.new_moon_count": 0 },
      },
      { text: "The first full moon is on {moon.first_full_moon|moment}.", facts: ["moon.first_full_moon"], detail: true },
      { text: "The last full moon is on {moon.last_full_moon|moment}.", facts: ["moon.last_full_moon"], detail: true },
      { text: "The first new moon is on {moon.first_new_moon|moment}.", facts: ["moon.first_new_moon"], detail: true },
      { text: "The last new moon is on {moon.last_new_moon|moment}.", facts: ["moon.last_new_moon"], detail: true },
      { text: "Number of full moons: {moon.full_moon_count}.", facts: ["moon.full_moon_count"], detail: true },
      { text: "Number of new moons: {moon.new_moon_count}.", facts: ["moon.new_moon_count"], detail: true },
      {
        text: "Blue moons from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}), each the second full moon of its calendar month: {moon.blue_moons|moments}.",
        facts: ["moon.blue_moons"],
        detail: true,
      },
      {
        text: "No full moon from {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}) is the second one of its calendar month, a blue moon.",
        facts: ["moon.blue_moons"],
        when: { "moon.blue_moons": { atMost: 0 } },
        detail: true,
      },
      { text: "First quarters: {moon.first_quarters|moments}.", facts: ["moon.first_quarters", "moon.phases"] },
      { text: "Last quarters: {moon.last_quarters|moments}.", facts: ["moon.last_quarters", "moon.phases"] },
    ],
  },
}
