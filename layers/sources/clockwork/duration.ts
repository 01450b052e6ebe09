import { Schema, SchemaTransformation } from "effect"

const written = /^(-?)P(?=[\dT])(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?)?$/u

/** An ISO 8601 duration of days, hours and minutes, perhaps with a minus in front. The decoded value is the text, so that the answer repeats it. */
export const Duration = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] })
    .check(Schema.isPattern(written, { expected: "an ISO 8601 duration of days, hours and minutes, such as PT93H or -PT90M" }))
    .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.passthrough()))

/** The minutes of a duration, negative with a minus. A day has 24 hours. */
export const minutesOf = (text: string): number => {
  const [, sign, days = 0, hours = 0, minutes = 0] = written.exec(text) ?? []
  return (sign === "-" ? -1 : 1) * (Number(days) * 1_440 + Number(hours) * 60 + Number(minutes))
}
