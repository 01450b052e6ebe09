import { Schema } from "effect"

/** In ascending weight: a day can be several. `public`: a holiday by law; `bank`: banks and offices are closed. */
export const HolidayType = Schema.Literals(["observance", "optional", "school", "bank", "public"])
export type HolidayType = typeof HolidayType.Type

export const Holiday = Schema.Struct({
  /** Day number of its first civil day. */
  day: Schema.Int,
  /** How many civil days it lasts. */
  days: Schema.Int,
  name: Schema.String,
  localName: Schema.String,
  type: HolidayType,
  /** Observed instead of a holiday that fell on a day off. */
  substitute: Schema.Boolean,
  /** Local time of day at which it begins, where that is not midnight. */
  startsAt: Schema.NullOr(Schema.String),
  /** It begins at sunset of the day before. */
  sunset: Schema.Boolean,
  /** A whole day, and for everybody. */
  dayOff: Schema.Boolean,
  note: Schema.NullOr(Schema.String),
  /** Names of the country's regions that do not have it, where it is listed for the country as a whole. */
  notIn: Schema.Array(Schema.String),
})
export type Holiday = typeof Holiday.Type

/** The holidays that begin in one year at one place, in order. What the worker answers. */
export const CalendarYear = Schema.Struct({
  regionName: Schema.NullOr(Schema.String),
  entries: Schema.Array(Holiday),
  /** What the data does not know. */
  notes: Schema.Array(Schema.String),
})
export type CalendarYear = typeof CalendarYear.Type
