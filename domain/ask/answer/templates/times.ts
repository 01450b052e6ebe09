import type { AnswerTemplate } from "../template.ts"

/** Clocks: the time now, offsets, changes of the clocks, zones and Unix timestamps. */
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
      {
        text: "In that month the clocks change, on {time.change_that_month.local|moment} local time, to {time.change_that_month.utc_offset} from UTC.",
        facts: ["time.utc_offset", "time.utc_offset_minutes", "time.daylight_saving", "time.change_that_month"],
      },
    ],
    limits: [{ text: "Days in the future follow the rules that are law today." }],
  },
  "time.clock_changes": {
    sentences: [
      {
        text: "In {calendar.year} the clocks of {country.name|country} go forward on {time.clocks_forward|moment} local time.",
        facts: ["time.clocks_forward", "time.changes", "time.change_count"],
      },
      {
        text: "In {calendar.year} the clocks of {country.name|country} go back on {time.clocks_back|moment} local time.",
        facts: ["time.clocks_back", "time.changes", "time.change_count"],
      },
      {
        text: "In {calendar.year} the clocks of {country.name|country} are not changed.",
        facts: ["time.changes", "time.change_count", "time.clocks_forward", "time.clocks_back"],
        when: { "time.change_count": 0 },
      },
      {
        text: "In {calendar.year} the clocks of {time.zone} go forward on {time.clocks_forward|moment} local time.",
        facts: ["time.clocks_forward", "time.changes", "time.change_count"],
        when: { "country.name": null },
      },
      {
        text: "In {calendar.year} the clocks of {time.zone} go back on {time.clocks_back|moment} local time.",
        facts: ["time.clocks_back", "time.changes", "time.change_count"],
        when: { "country.name": null },
      },
      {
        text: "In {calendar.year} the clocks of {time.zone} are not changed.",
        facts: ["time.changes", "time.change_count", "time.clocks_forward", "time.clocks_back"],
        when: { "time.change_count": 0, "country.name": null },
      },
      {
        text: "Zones of the country whose clocks are not changed: {time.unchanged_zones|names}.",
        facts: ["time.clocks_forward", "time.clocks_back", "time.changes", "time.change_count", "time.unchanged_zones"],
      },
      {
        text: "Zones of the country whose clocks are changed at another time: {time.other_zones|names}.",
        facts: ["time.clocks_forward", "time.clocks_back", "time.changes", "time.change_count", "time.other_zones"],
      },
    ],
    limits: [{ text: "Changes in future years follow the rules that are law today." }],
  },
  "time.to_unix": {
    sentences: [
      {
        text: "The Unix timestamp of {time.local|moment} in {time.zone} is {time.timestamp} {time.unix_unit}.",
        facts: ["time.timestamp", "time.local", "time.utc"],
      },
      {
        text: "That time comes twice, because the clocks are set back: the second timestamp is {time.alternative_timestamp}.",
        facts: ["time.timestamp", "time.alternative_timestamp"],
      },
      {
        text: "{time.date_time|moment} does not exist in {time.zone}: the clocks are set forward over it, and the timestamp is that of the change.",
        facts: ["time.timestamp", "time.skipped"],
        when: { "time.skipped": true },
      },
    ],
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
        text: "The time zone is {time.zone} ({time.zone_name}), now at {time.utc_offset} from UTC.",
        facts: ["time.zone", "time.zone_name", "time.utc_offset", "time.utc_offset_minutes"],
        when: { "geo.latitude": null },
      },
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
    limits: [
      {
        text: "Zone borders are simplified: within some kilometres of one, the neighbour's zone may be given.",
        when: { "geo.latitude": { atLeast: -90 } },
      },
    ],
  },
  "time.check_local": {
    sentences: [
      {
        text: "{time.date_time|clock} on {time.date_time|date} does not exist in {time.zone}: the clocks are set forward over it, from {time.change_before|clock} to {time.change_after|clock}.",
        facts: ["time.exists", "time.status", "time.count", "time.change_before", "time.change_after", "time.utc", "time.date_time"],
        when: { "time.status": "gap" },
      },
      {
        text: "{time.date_time|clock} on {time.date_time|date} comes twice in {time.zone}: at {time.utc|clock} UTC and, after the clocks are set back from {time.change_before|clock} to {time.change_after|clock}, at {time.second_utc|clock} UTC.",
        facts: ["time.exists", "time.status", "time.count", "time.change_before", "time.change_after", "time.utc", "time.second_utc"],
        when: { "time.status": "overlap" },
      },
      {
        text: "{time.date_time|clock} on {time.date_time|date} exists in {time.zone}, once: the clocks are not changed over it. It is {time.utc|clock} UTC on {time.utc|date}.",
        facts: ["time.exists", "time.status", "time.count", "time.utc", "time.utc_offset", "time.date_time"],
        when: { "time.status": "unique" },
      },
    ],
    limits: [{ text: "Local times in the future follow the rules that are law today." }],
  },
}
