import type { AnswerTemplate } from "../template.ts"

const sunTimes: AnswerTemplate = {
  sentences: [
    { text: "On {date.day|date} the sun rises at {sun.sunrise|clock} local time ({time.zone}).", facts: ["sun.sunrise"] },
    { text: "On {date.day|date} the sun sets at {sun.sunset|clock} local time ({time.zone}).", facts: ["sun.sunset"] },
    {
      text: "On {date.day|date} the sun is up all day there.",
      facts: ["sun.state", "sun.sunrise", "sun.sunset", "sun.day_length_seconds"],
      when: { "sun.state": "up_all_day" },
    },
    {
      text: "On {date.day|date} the sun stays below the horizon there.",
      facts: ["sun.state", "sun.sunrise", "sun.sunset", "sun.day_length_seconds"],
      when: { "sun.state": "down_all_day" },
    },
    {
      text: "On {date.day|date} the sun rises and sets there.",
      facts: ["sun.state"],
      when: { "sun.state": "rises_and_sets" },
      detail: true,
    },
    {
      text: "On {date.day|date} the sun rises there and does not set.",
      facts: ["sun.state", "sun.sunset"],
      when: { "sun.state": "rises_only" },
    },
    {
      text: "On {date.day|date} the sun sets there and does not rise.",
      facts: ["sun.state", "sun.sunrise"],
      when: { "sun.state": "sets_only" },
    },
    {
      text: "The day is {sun.day_length_seconds} seconds long, from {sun.sunrise|clock} to {sun.sunset|clock}.",
      facts: ["sun.day_length_seconds"],
      when: { "sun.state": "rises_and_sets" },
    },
    {
      // oxlint-disable-next-line house/plain-words -- the usual verb for the altitude of the sun
      text: "Solar noon is at {sun.noon|clock}, when the sun stands {sun.noon_altitude} degrees high.",
      facts: ["sun.noon", "sun.noon_altitude"],
      detail: true,
    },
    {
      text: "Civil twilight begins at {sun.civil_dawn|clock} and ends at {sun.civil_dusk|clock}.",
      facts: ["sun.civil_dawn", "sun.civil_dusk"],
      detail: true,
    },
    {
      text: "Nautical twilight begins at {sun.nautical_dawn|clock} and ends at {sun.nautical_dusk|clock}.",
      facts: ["sun.nautical_dawn", "sun.nautical_dusk"],
      detail: true,
    },
    {
      text: "Astronomical twilight begins at {sun.astronomical_dawn|clock} and ends at {sun.astronomical_dusk|clock}.",
      facts: ["sun.astronomical_dawn", "sun.astronomical_dusk"],
      detail: true,
    },
  ],
  limits: [{ text: "Times of the sun are for a level horizon at sea level." }],
}

/** Clocks and the sky. */
export const times: Readonly<Record<string, AnswerTemplate>> = {
  "time.now": {
    sentences: [
      {
        text: "It is {time.local|clock} on {time.local|date} in {time.zone} ({time.zone_name}).",
        facts: ["time.local", "time.zone", "time.zone_name", "time.utc", "time.abbreviation"],
      },
      { text: "The clocks there are at {time.utc_offset} from UTC.", facts: ["time.utc_offset", "time.utc_offset_minutes"] },
      { text: "Daylight saving time is in force there.", facts: ["time.daylight_saving"], when: { "time.daylight_saving": true } },
      {
        text: "Daylight saving time is not in force there.",
        facts: ["time.daylight_saving"],
        when: { "time.daylight_saving": false },
        detail: true,
      },
      {
        text: "The clocks change next on {time.next_change.local|moment}, to {time.next_change.utc_offset} from UTC.",
        facts: ["time.next_change"],
        detail: true,
      },
      {
        text: "No change of the clocks is known for the next year.",
        facts: ["time.next_change"],
        when: { "time.next_change": null },
        detail: true,
      },
    ],
  },
  "time.offset": {
    sentences: [
      {
        text: "On {date.day|date} the clocks of {time.zone} ({time.zone_name}) are at {time.utc_offset} from UTC.",
        facts: ["time.utc_offset", "time.utc_offset_minutes", "time.zone_name", "time.abbreviation"],
      },
      {
        text: "Daylight saving time applies there on {date.day|date}.",
        facts: ["time.daylight_saving"],
        when: { "time.daylight_saving": true },
      },
      {
        text: "Daylight saving time does not apply there on {date.day|date}.",
        facts: ["time.daylight_saving"],
        when: { "time.daylight_saving": false },
      },
      {
        text: "On that day the clocks change, at {time.change_that_day.local|clock} local time of after the change.",
        facts: ["time.utc_offset", "time.daylight_saving", "time.change_that_day"],
      },
    ],
    limits: [{ text: "Days in the future follow the rules that are law today." }],
  },
  "time.clock_changes": {
    sentences: [
      {
        text: "In {calendar.year} the clocks of {time.zone} go forward on {time.clocks_forward|moment} local time.",
        facts: ["time.clocks_forward", "time.changes", "time.change_count"],
      },
      {
        text: "In {calendar.year} the clocks of {time.zone} go back on {time.clocks_back|moment} local time.",
        facts: ["time.clocks_back", "time.changes", "time.change_count"],
      },
      {
        text: "In {calendar.year} the clocks of {time.zone} are not changed.",
        facts: ["time.changes", "time.change_count", "time.clocks_forward", "time.clocks_back"],
        when: { "time.change_count": 0 },
      },
    ],
    limits: [{ text: "Changes in future years follow the rules that are law today." }],
  },
  "time.difference": {
    sentences: [
      {
        text: "The clocks of {time.ahead} are {time.difference} ahead of those of {time.behind} on {time.from.local|date}.",
        facts: ["time.difference", "time.difference_minutes", "time.ahead", "time.behind", "time.from", "time.to"],
      },
      {
        text: "The clocks of {time.from.zone} and {time.to.zone} show the same time on {time.from.local|date}.",
        facts: ["time.difference", "time.difference_minutes", "time.ahead", "time.behind", "time.from", "time.to"],
        when: { "time.difference_minutes": 0 },
      },
      {
        text: "The difference changes in the course of {time.year}, because the clocks of both zones are not changed alike.",
        facts: ["time.difference_varies", "time.differences", "time.difference", "time.ahead", "time.behind"],
        when: { "time.difference_varies": true },
      },
      {
        text: "The difference is the same all through {time.year}.",
        facts: ["time.difference_varies", "time.differences"],
        when: { "time.difference_varies": false },
      },
    ],
    limits: [{ text: "Days in the future follow the rules that are law today." }],
  },
  "time.from_unix": {
    sentences: [
      {
        text: "The Unix timestamp {time.unix} is {time.utc|moment} UTC ({time.utc}), a {time.utc_weekday|title}.",
        facts: ["time.utc", "time.unix", "time.utc_weekday", "time.local", "time.weekday", "time.zone", "time.is_utc"],
      },
      {
        text: "In {time.zone} that is {time.local|moment}, a {time.weekday|title}, at {time.utc_offset} from UTC.",
        facts: ["time.local", "time.weekday", "time.zone", "time.utc", "time.utc_offset", "time.utc_offset_minutes", "time.is_utc"],
        when: { "time.is_utc": false },
      },
      {
        text: "In UTC the offset is {time.utc_offset}.",
        facts: ["time.utc_offset", "time.utc_offset_minutes"],
        when: { "time.is_utc": true },
        detail: true,
      },
    ],
    limits: [{ text: "Local times in the future follow the rules that are law today.", when: { "time.is_utc": false } }],
  },
  "time.zone_at": {
    sentences: [
      {
        text: "The time zone at {geo.latitude}, {geo.longitude} is {time.zone} ({time.zone_name}), now at {time.utc_offset} from UTC.",
        facts: ["time.zone", "time.zone_name", "time.utc_offset", "time.utc_offset_minutes"],
      },
      {
        text: "Daylight saving time is in force there.",
        facts: ["time.daylight_saving"],
        when: { "time.daylight_saving": true },
        detail: true,
      },
      {
        text: "Daylight saving time is not in force there.",
        facts: ["time.daylight_saving"],
        when: { "time.daylight_saving": false },
        detail: true,
      },
    ],
    limits: [{ text: "Zone borders are simplified: within some kilometres of one, the neighbour's zone may be given." }],
  },
  "time.convert": {
    sentences: [
      {
        text: "When it is {time.from.local|clock} on {time.from.local|date} in {time.from.zone}, it is {time.to.local|clock} on {time.to.local|date} in {time.to.zone}.",
        facts: ["time.to", "time.from", "time.date_time", "time.status", "time.day_change", "time.utc"],
      },
      { text: "In UTC that is {time.utc|clock} on {time.utc|date}.", facts: ["time.utc"], detail: true },
      { text: "The second zone is {time.difference_minutes} minutes from the first.", facts: ["time.difference_minutes"] },
    ],
    limits: [{ text: "{time.note}" }],
  },
  "sun.times": sunTimes,
  "moon.phase": {
    sentences: [
      {
        text: "On {date.day|date} the phase of the moon is {moon.phase|words}, with {moon.illuminated_percent} percent of its disc lit.",
        facts: ["moon.phase", "moon.illuminated_percent", "moon.elongation", "moon.age_days"],
      },
      { text: "The moon is waxing.", facts: ["moon.waxing"], when: { "moon.waxing": true } },
      { text: "The moon is waning.", facts: ["moon.waxing"], when: { "moon.waxing": false } },
      { text: "The next full moon is on {moon.next_full_moon|moment} ({time.zone}).", facts: ["moon.next_full_moon"] },
      { text: "The next new moon is on {moon.next_new_moon|moment} ({time.zone}).", facts: ["moon.next_new_moon"] },
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
  "sky.seasons": {
    sentences: [
      { text: "The March equinox of {calendar.year} is on {season.march_equinox|moment} ({time.zone}).", facts: ["season.march_equinox"] },
      { text: "The June solstice of {calendar.year} is on {season.june_solstice|moment} ({time.zone}).", facts: ["season.june_solstice"] },
      {
        text: "The September equinox of {calendar.year} is on {season.september_equinox|moment} ({time.zone}).",
        facts: ["season.september_equinox"],
      },
      {
        text: "The December solstice of {calendar.year} is on {season.december_solstice|moment} ({time.zone}).",
        facts: ["season.december_solstice"],
      },
      {
        text: "Spring begins in the {season.hemisphere} hemisphere on {season.spring|moment} ({time.zone}).",
        facts: ["season.spring"],
        detail: true,
      },
      {
        text: "Summer begins in the {season.hemisphere} hemisphere on {season.summer|moment} ({time.zone}).",
        facts: ["season.summer"],
        detail: true,
      },
      {
        text: "Autumn begins in the {season.hemisphere} hemisphere on {season.autumn|moment} ({time.zone}).",
        facts: ["season.autumn"],
        detail: true,
      },
      {
        text: "Winter begins in the {season.hemisphere} hemisphere on {season.winter|moment} ({time.zone}).",
        facts: ["season.winter"],
        detail: true,
      },
    ],
    limits: [{ text: "The seasons are those of the {season.hemisphere} hemisphere. In the other one they are the opposite ones." }],
  },
  "sky.next_eclipses": {
    sentences: [
      {
        text: "The next eclipse of the sun is {eclipse.solar.kind} and peaks on {eclipse.solar.peak|moment} ({eclipse.zone}); the next total one peaks on {eclipse.solar.total|moment}, the next annular one on {eclipse.solar.annular|moment} and the next partial one on {eclipse.solar.partial|moment}.",
        facts: ["eclipse.solar"],
      },
      {
        text: "The next eclipse of the moon is {eclipse.lunar.kind} and peaks on {eclipse.lunar.peak|moment} ({eclipse.zone}); the next total one peaks on {eclipse.lunar.total|moment}, the next partial one on {eclipse.lunar.partial|moment} and the next penumbral one on {eclipse.lunar.penumbral|moment}.",
        facts: ["eclipse.lunar"],
      },
    ],
    limits: [{ text: "These are eclipses of the whole earth: a single place may not see them." }],
  },
  "sky.next_eclipse": {
    sentences: [
      {
        text: "The next eclipse seen there is a {eclipse.kind|words} eclipse of the {eclipse.body}, at its height on {eclipse.peak|moment} ({time.zone}).",
        facts: ["eclipse.kind", "eclipse.body", "eclipse.peak", "eclipse.peak_visible", "eclipse.peak_altitude"],
      },
      { text: "It begins on {eclipse.start|moment} and ends on {eclipse.end|moment}.", facts: ["eclipse.start", "eclipse.end"] },
      {
        text: "The total phase, or the ring, lasts from {eclipse.total_start|clock} to {eclipse.total_end|clock}.",
        facts: ["eclipse.total_start", "eclipse.total_end", "eclipse.kind"],
      },
      { text: "{eclipse.obscured_percent} percent of the disc is covered.", facts: ["eclipse.obscured_percent"] },
      { text: "At its height it is below the horizon there.", facts: ["eclipse.peak_visible"], when: { "eclipse.peak_visible": false } },
    ],
    limits: [{ text: "Clouds are not foreseen." }],
  },
}
