import type { AnswerTemplate } from "../template.ts"

const facts = ["hijri.text", "hijri.day", "hijri.month", "hijri.month_name", "hijri.year", "calendar.date", "calendar.weekday"]

const limits: AnswerTemplate["limits"] = [
  {
    text: "This is the Umm al-Qura calendar, the official one of Saudi Arabia. Countries that sight the moon can be a day earlier or later. An Islamic day begins at sunset of the evening before.",
  },
]

/** The Islamic date of a day, and the day of an Islamic date. */
export const hijri: Readonly<Record<string, AnswerTemplate>> = {
  "calendar.to_hijri": {
    sentences: [{ text: "{calendar.date|date}, a {calendar.weekday|title}, is {hijri.text} in the Islamic (Hijri) calendar.", facts }],
    limits,
  },
  "calendar.from_hijri": {
    sentences: [{ text: "{hijri.text} of the Islamic (Hijri) calendar is {calendar.date|date}, a {calendar.weekday|title}.", facts }],
    limits,
  },
}
