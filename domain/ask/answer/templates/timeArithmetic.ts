import type { AnswerTemplate } from "../template.ts"

/** Arithmetic on times: lengths, differences, sums and conversions between zones. */
export const timeArithmetic: Readonly<Record<string, AnswerTemplate>> = {
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
        text: "It changes in that month: {time.differences_in_month|dates}, each until the next one.",
        facts: ["time.difference", "time.difference_minutes", "time.ahead", "time.behind", "time.differences_in_month"],
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
  "time.hours_between": {
    sentences: [
      {
        text: "From {time.start|clock} to {time.end|clock} it is {time.elapsed} ({time.elapsed_hours} hours).",
        facts: ["time.elapsed", "time.elapsed_minutes", "time.elapsed_hours"],
        when: { "time.worked": null },
      },
      {
        text: "From {time.start|clock} to {time.end|clock} it is {time.worked} ({time.worked_hours} hours) without the break of {time.break_length}.",
        facts: ["time.elapsed", "time.elapsed_minutes", "time.elapsed_hours", "time.worked", "time.worked_hours"],
      },
    ],
    limits: [
      { text: "Breaks and changes of the clocks are not taken off.", when: { "time.worked": null } },
      { text: "Changes of the clocks are not counted.", when: { "time.worked_hours": { atLeast: 0 } } },
    ],
  },
  "time.add": {
    sentences: [
      {
        text: "It is {time.result_weekday|title}, {time.result|moment}: {time.elapsed} {time.direction} {time.date_time|moment} in {time.counted_zone}.",
        facts: ["time.result", "time.result_weekday"],
      },
      {
        text: "It is {time.result_weekday|title}, {time.result|moment}: {time.elapsed} {time.direction} {time.date_time|moment}.",
        facts: ["time.result", "time.result_weekday"],
        when: { "time.counted_zone": null },
      },
      {
        text: "The clocks there are changed in between, which is counted.",
        facts: ["time.result"],
        when: { "time.clocks_change": true },
      },
    ],
    limits: [{ text: "No place was given, so no change of the clocks is counted.", when: { "time.counted_zone": null } }],
  },
  "time.convert": {
    sentences: [
      {
        text: "{time.date_time|clock} on {time.date_time|date} does not exist in {time.from.zone}: the clocks are set forward over it.",
        facts: ["time.to", "time.from", "time.date_time", "time.status", "time.day_change", "time.utc", "time.difference_minutes"],
        when: { "time.status": "gap" },
      },
      {
        text: "{time.date_time|clock} on {time.date_time|date} comes twice in {time.from.zone}, because the clocks are set back: this is the first of the two.",
        facts: ["time.to", "time.from", "time.date_time", "time.status", "time.day_change", "time.utc", "time.difference_minutes"],
        when: { "time.status": "overlap" },
      },
      {
        text: "{time.elapsed} {time.direction} {time.date_time|clock} on {time.date_time|date} in {time.from.zone} the clocks there show {time.from.local|clock} on {time.from.local|date}.",
        facts: ["time.to", "time.from", "time.date_time", "time.day_change", "time.utc", "time.elapsed"],
      },
      {
        text: "When it is {time.from.local|clock} on {time.from.local|date} in {time.from.zone}, it is {time.to.local|clock} on {time.to.local|date} in {time.to.zone}.",
        facts: [
          "time.to",
          "time.from",
          "time.date_time",
          "time.status",
          "time.day_change",
          "time.utc",
          "time.difference",
          "time.ahead",
          "time.behind",
        ],
      },
      { text: "In UTC that is {time.utc|clock} on {time.utc|date}.", facts: ["time.utc"], detail: true },
      {
        text: "The clocks of {time.behind} are {time.difference} behind those of {time.ahead} then.",
        facts: ["time.difference_minutes", "time.difference", "time.ahead", "time.behind"],
      },
      {
        text: "The clocks of both zones show the same time then.",
        facts: ["time.difference_minutes", "time.difference", "time.ahead", "time.behind"],
        when: { "time.difference_minutes": 0 },
      },
    ],
    limits: [{ text: "{time.note}" }],
  },
  "time.elapsed": {
    sentences: [
      {
        text: "From {time.start.local|clock} on {time.start.local|date} in {time.start.zone} to {time.end.local|clock} on {time.end.local|date} in {time.end.zone} it is {time.elapsed}.",
        facts: ["time.elapsed", "time.elapsed_hours", "time.start", "time.end", "time.difference_minutes"],
      },
      { text: "That is {time.elapsed_minutes} minutes.", facts: ["time.elapsed_minutes"], detail: true },
    ],
    limits: [{ text: "Local times in the future follow the rules that are law today." }],
  },
}
