/** What the law has and the data has not, or not any more. Rules are those of date-holidays: `05-28 since 2025`. */
export interface LawChange {
  /** Rules that are no holiday. */
  readonly removed?: ReadonlyArray<string>
  /** Rules that the data has as another type. */
  readonly public?: ReadonlyArray<string>
  readonly observance?: ReadonlyArray<string>
  /** Public holidays with their English names, by rule. A rule that the data has keeps its names in other languages. */
  readonly named?: Readonly<Record<string, string>>
  /** English names of days off in place of a holiday on a weekend, by rule. */
  readonly moved?: Readonly<Record<string, string>>
  /** The first year in which days are moved; without it, all years. */
  readonly movedSince?: number
  /** Rules of the data that are the days of one year: those of a lunar calendar. */
  readonly ofYear?: { readonly year: number; readonly rules: ReadonlyArray<string> }
  readonly note?: string
}

/** `substitutes 05-24 if saturday,sunday then next monday` of each day, under its name. */
export const nextMonday = (days: Readonly<Record<string, string>>, weekend: "sunday" | "saturday,sunday" = "saturday,sunday") =>
  Object.fromEntries(Object.entries(days).map(([day, name]) => [`substitutes ${day} if ${weekend} then next monday`, name]))

/** A day and the next one: of two such days on a weekend, the first is moved to Monday and the second to Tuesday. */
export const nextTwoDays = (first: readonly [day: string, name: string], second: readonly [day: string, name: string]) => ({
  [`substitutes ${first[0]} if saturday then next monday if sunday then next tuesday`]: first[1],
  [`substitutes ${second[0]} if saturday then next monday if sunday then next tuesday`]: second[1],
})

export const christmasAndBoxing = nextTwoDays(["12-25", "Christmas Day"], ["12-26", "Boxing Day"])
