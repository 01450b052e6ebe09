import type { AnswerTemplate } from "../template.ts"

/** Whether the day of an answer is on a weekend. */
export const weekend = [
  {
    text: "It is on a weekend of Saturday and Sunday.",
    facts: ["calendar.is_weekend"],
    when: { "calendar.is_weekend": true },
  },
  {
    text: "It is not on a weekend of Saturday and Sunday.",
    facts: ["calendar.is_weekend"],
    when: { "calendar.is_weekend": false },
  },
]

/** The day some days, weeks, months or years from another one. */
export const addedDays: AnswerTemplate = {
  sentences: [
    {
      text: "The end of the month in which they end is {calendar.month_end|date} (a term that counts from the end of the first month ends on another day).",
      facts: ["calendar.month_end"],
      detail: true,
    },
    {
      text: "{calendar.due_date|date} is a {calendar.weekday|title}, {calendar.days} days before {calendar.date|date}.",
      facts: ["calendar.due_date", "calendar.weekday", "calendar.days"],
      when: { "calendar.direction": "before" },
    },
    {
      text: "{calendar.due_date|date} is a {calendar.weekday|title}, {calendar.days} days after {calendar.date|date}.",
      facts: ["calendar.due_date", "calendar.weekday", "calendar.days"],
      when: { "calendar.direction": "after" },
    },
    {
      text: "A period whose first day is {calendar.date|date} has {calendar.period_end|dated} as its last day.",
      facts: ["calendar.period_end"],
      detail: true,
    },
    ...weekend,
  ],
}
