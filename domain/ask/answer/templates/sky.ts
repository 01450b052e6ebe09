import type { AnswerTemplate } from "../template.ts"
import { apsides, kilometres } from "./apsides.ts"
import { solsticeDay, sunYear } from "./sunYear.ts"

const sunPosition: AnswerTemplate = {
  sentences: [
    {
      text: "At {time.local|clock} on {time.local|date} ({time.zone}) the sun is up there: it is daylight.",
      facts: ["sun.is_up", "sun.light", "time.local"],
      when: { "sun.is_up": true },
    },
    {
      text: "At {time.local|clock} on {time.local|date} ({time.zone}) the sun is below the horizon there: it is {sun.light|words}.",
      facts: ["sun.is_up", "sun.light", "time.local"],
      when: { "sun.is_up": false },
    },
    {
      text: "Its altitude is {sun.altitude} degrees and its direction {sun.azimuth} degrees from north over east.",
      facts: ["sun.altitude", "sun.azimuth"],
    },
  ],
  limits: [{ text: "Hills, houses and clouds are not known." }],
}

const sunTimes: AnswerTemplate = {
  sentences: [
    { text: "On {date.day|date} the sun rises at {sun.sunrise|clock} local time ({time.zone}).", facts: ["sun.sunrise"] },
    { text: "On {date.day|date} the sun sets at {sun.sunset|clock} local time ({time.zone}).", facts: ["sun.sunset"] },
    {
      text: "On {date.day|date} the sun is up all day there.",
      facts: ["sun.state", "sun.sunrise", "sun.sunset", "sun.day_length", "sun.day_length_seconds"],
      when: { "sun.state": "up_all_day" },
    },
    {
      text: "On {date.day|date} the sun stays below the horizon there.",
      facts: ["sun.state", "sun.sunrise", "sun.sunset", "sun.day_length", "sun.day_length_seconds"],
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
      text: "On {date.day|date} the day is {sun.day_length} long, from {sun.sunrise|clock} to {sun.sunset|clock} ({time.zone}).",
      facts: ["sun.day_length", "sun.day_length_seconds"],
      when: { "sun.state": "rises_and_sets" },
    },
    {
      text: "The sun rises there in the direction of {sun.sunrise_azimuth} degrees from north over east, and sets in that of {sun.sunset_azimuth} degrees.",
      facts: ["sun.sunrise_azimuth", "sun.sunset_azimuth"],
      when: { "sun.state": "rises_and_sets" },
    },
    {
      // oxlint-disable-next-line house/plain-words -- the usual verb for the altitude of the sun
      text: "Solar noon is at {sun.noon|clock} ({time.zone}), when the sun stands {sun.noon_altitude} degrees high.",
      facts: ["sun.noon", "sun.noon_altitude"],
      detail: true,
    },
    {
      text: "The golden hour of the morning lasts from {sun.sunrise|clock} to {sun.golden_hour_until|clock}, that of the evening from {sun.golden_hour_from|clock} to {sun.sunset|clock} ({time.zone}).",
      facts: ["sun.golden_hour_until", "sun.golden_hour_from"],
      detail: true,
    },
    {
      text: "The sun stays so low on {date.day|date} that the golden hour lasts from sunrise to sunset.",
      facts: ["sun.golden_hour_until", "sun.golden_hour_from"],
      when: { "sun.state": "rises_and_sets", "sun.golden_hour_from": null },
      detail: true,
    },
    {
      text: "Civil twilight begins at {sun.civil_dawn|clock} and ends at {sun.civil_dusk|clock} ({time.zone}).",
      facts: ["sun.civil_dawn", "sun.civil_dusk"],
      detail: true,
    },
    {
      text: "Nautical twilight begins at {sun.nautical_dawn|clock} and ends at {sun.nautical_dusk|clock} ({time.zone}).",
      facts: ["sun.nautical_dawn", "sun.nautical_dusk"],
      detail: true,
    },
    {
      text: "Astronomical twilight begins at {sun.astronomical_dawn|clock} and ends at {sun.astronomical_dusk|clock} ({time.zone}).",
      facts: ["sun.astronomical_dawn", "sun.astronomical_dusk"],
      detail: true,
    },
  ],
  limits: [{ text: "Times of the sun are for a level horizon at sea level." }],
}

/** Sun and moon, eclipses and seasons. */
export const sky: Readonly<Record<string, AnswerTemplate>> = {
  "sun.times": sunTimes,
  "sun.position": sunPosition,
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
        text: "The longest day of {calendar.year} in the {season.hemisphere} hemisphere is that of the solstice on {season.longest_day|moment} ({time.zone}).",
        facts: ["season.longest_day"],
        detail: true,
      },
      {
        text: "The shortest day of {calendar.year} in the {season.hemisphere} hemisphere is that of the solstice on {season.shortest_day|moment} ({time.zone}).",
        facts: ["season.shortest_day"],
        detail: true,
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
        text: "The last eclipse of the sun before {date.day|date} was {eclipse.last_solar.kind} and peaked on {eclipse.last_solar.peak|moment} ({eclipse.zone}).",
        facts: ["eclipse.last_solar"],
        detail: true,
      },
      {
        text: "The last eclipse of the moon before {date.day|date} was {eclipse.last_lunar.kind} and peaked on {eclipse.last_lunar.peak|moment} ({eclipse.zone}).",
        facts: ["eclipse.last_lunar"],
        detail: true,
      },
      {
        text: "The next eclipse of the sun is {eclipse.solar.kind} and peaks on {eclipse.solar.peak|dated} ({eclipse.zone}); the next total one peaks on {eclipse.solar.total|dated}, the next annular one on {eclipse.solar.annular|moment} and the next partial one on {eclipse.solar.partial|moment}.",
        facts: ["eclipse.solar"],
      },
      {
        text: "The next eclipse of the moon is {eclipse.lunar.kind} and peaks on {eclipse.lunar.peak|dated} ({eclipse.zone}); the next total one peaks on {eclipse.lunar.total|dated}, the next partial one on {eclipse.lunar.partial|moment} and the next penumbral one on {eclipse.lunar.penumbral|moment}.",
        facts: ["eclipse.lunar"],
      },
    ],
    limits: [{ text: "These are eclipses of the whole earth: a single place may not see them." }],
  },
  "sky.eclipses": {
    sentences: [
      {
        text: "Eclipses of the sun from {calendar.start_date|date} to {calendar.end_date|date} ({eclipse.zone}): {eclipse.solar|peaks}.",
        facts: ["eclipse.solar", "eclipse.solar_count", "eclipse.total_solar", "eclipse.count"],
      },
      {
        text: "No eclipse of the sun peaks from {calendar.start_date|date} to {calendar.end_date|date}.",
        facts: ["eclipse.solar", "eclipse.solar_count", "eclipse.total_solar", "eclipse.count"],
        when: { "eclipse.solar_count": 0 },
      },
      {
        text: "No total eclipse of the sun peaks from {calendar.start_date|date} to {calendar.end_date|date}.",
        facts: ["eclipse.total_solar"],
        when: { "eclipse.total_solar": { atMost: 0 } },
        detail: true,
      },
      {
        text: "Eclipses of the moon from {calendar.start_date|date} to {calendar.end_date|date} ({eclipse.zone}): {eclipse.lunar|peaks}.",
        facts: ["eclipse.lunar", "eclipse.lunar_count", "eclipse.total_lunar", "eclipse.count"],
      },
      {
        text: "No eclipse of the moon peaks from {calendar.start_date|date} to {calendar.end_date|date}.",
        facts: ["eclipse.lunar", "eclipse.lunar_count", "eclipse.total_lunar", "eclipse.count"],
        when: { "eclipse.lunar_count": 0 },
      },
      {
        text: "No total eclipse of the moon peaks from {calendar.start_date|date} to {calendar.end_date|date}.",
        facts: ["eclipse.total_lunar"],
        when: { "eclipse.total_lunar": { atMost: 0 } },
        detail: true,
      },
      { text: "Number of eclipses of the sun: {eclipse.solar_count}.", facts: ["eclipse.solar_count"], detail: true },
      { text: "Number of eclipses of the moon: {eclipse.lunar_count}.", facts: ["eclipse.lunar_count"], detail: true },
    ],
    limits: [{ text: "These are eclipses of the whole earth: a single place may not see them." }],
  },
  "sun.year": sunYear,
  "sun.solstice_day": solsticeDay,
  "sky.apsides": apsides,
  "sky.kilometres": kilometres,
  "sky.next_eclipse": {
    sentences: [
      {
        text: "The next {eclipse.wanted_kind} eclipse of the {eclipse.body} seen there is at its height on {eclipse.peak|moment} ({time.zone}).",
        facts: ["eclipse.kind", "eclipse.wanted_kind", "eclipse.body", "eclipse.peak", "eclipse.peak_visible", "eclipse.peak_altitude"],
      },
      {
        text: "The next eclipse seen there is a {eclipse.kind|words} eclipse of the {eclipse.body}, at its height on {eclipse.peak|moment} ({time.zone}).",
        when: { "eclipse.wanted_kind": null },
        facts: ["eclipse.kind", "eclipse.body", "eclipse.peak", "eclipse.peak_visible", "eclipse.peak_altitude"],
      },
      { text: "It begins on {eclipse.start|moment} and ends on {eclipse.end|moment}.", facts: ["eclipse.start", "eclipse.end"] },
      {
        text: "It is total there from {eclipse.total_start|clock} to {eclipse.total_end|clock}.",
        facts: ["eclipse.total_start", "eclipse.total_end", "eclipse.kind"],
        when: { "eclipse.kind": "total" },
      },
      {
        text: "It is annular there, with a whole ring from {eclipse.total_start|clock} to {eclipse.total_end|clock}.",
        facts: ["eclipse.total_start", "eclipse.total_end", "eclipse.kind"],
        when: { "eclipse.kind": "annular" },
      },
      { text: "{eclipse.obscured_percent} percent of the disc is covered.", facts: ["eclipse.obscured_percent"] },
      {
        text: "Before it, there is a penumbral eclipse of the moon, which hardly shows, on {eclipse.penumbral_before|moment}.",
        facts: ["eclipse.kind", "eclipse.body", "eclipse.peak", "eclipse.peak_visible", "eclipse.penumbral_before"],
      },
      {
        text: "The first eclipse of the {eclipse.body} before it is not seen there: it peaks on {eclipse.unseen_before|moment}.",
        facts: ["eclipse.kind", "eclipse.body", "eclipse.peak", "eclipse.peak_visible", "eclipse.unseen_before"],
      },
      { text: "At its height it is below the horizon there.", facts: ["eclipse.peak_visible"], when: { "eclipse.peak_visible": false } },
    ],
    limits: [{ text: "Clouds are not foreseen." }],
  },
}
