import { Clock, Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { dayMs } from "../../../domain/time.ts"
import { firstYear, lastYear, yearOf } from "../days.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import { type Feast, feastNamed, ofLunarMonth } from "./feasts.ts"
import { isNamed, publicCountriesByRule, publicCountriesOf } from "./holidayNames.ts"
import { hebrew, hebrewNote, islamic, islamicNote } from "./lunarMonths.ts"
import { holidayView } from "./place.ts"
import { coveredCountries, isCovered } from "./places.ts"

export const feastDate = (years: CalendarYears) =>
  defineOperation({
    id: "calendar.feast_date",
    name: "Date of a feast",
    description:
      "The date and weekday in a year, or the next one, of a feast that has the same day in every country that has it (Easter Monday, Good Friday, Ash Wednesday, Chinese New Year), " +
      "by its name in any language, with the day of the Orthodox churches where theirs differs. In how many countries it is a public holiday is stated, not in which.",
    fields: {
      "feast.name": Schema.String.annotate({
        description: "Name of the feast in any of the languages of the data, such as Easter Monday, Pfingsten or Good Friday.",
        examples: ["Easter Monday"],
      }).check(
        Schema.isMaxLength(100),
        Schema.makeFilter((text: string) => feastNamed(text) !== undefined || "must be a feast that has the same day in every country"),
      ),
      "calendar.year": Schema.optionalKey(
        Schema.Int.annotate({
          description: `Year from ${firstYear} to ${lastYear}; without it, that of the next such day.`,
          examples: [2027],
        }).check(Schema.isBetween({ minimum: firstYear, maximum: lastYear })),
      ),
    },
    output: [
      "feast.name",
      "feast.date",
      "feast.weekday",
      "feast.days_until",
      "feast.orthodox_date",
      "feast.public_country_count",
      "feast.country_count",
      "feast.notes",
      "calendar.year",
    ],
    pricing: { model: "per_call", price: microUsd(500n) },
    freshnessSeconds: 3_600,
    examples: [
      "What date is Easter Monday 2027?",
      "when is Easter Sunday 2028",
      "Good Friday 2027 date",
      "date of Whit Monday in 2029",
      "on which day does Ash Wednesday fall next year",
      "When is Pentecost 2027?",
      "Chinese New Year 2028, which day",
      "Ascension Day 2030 date please",
      "orthodox Easter 2027",
      "When's Corpus Christi in 2026?",
      "what weekday is Epiphany 2027",
      "Easter Sunday this year was when",
      "Ostermontag 2027",
      "how many days until Good Friday",
      "when does Ramadan start in 2027",
      "Eid al-Adha 2027 date",
      "first day of Hanukkah 2026",
      "is Easter Monday on 29 March 2027",
    ],
    hints: {
      vocabulary:
        "start starts begin begins first feast church christian muslim islamic jewish holiday celebrated fall falls calendar western next expected expect",
      keywords: {
        "feast.date": "when date day western catholic latin",
        "feast.weekday": "weekday",
        "feast.days_until": "until till days",
        "feast.orthodox_date": "orthodox eastern",
      },
    },
    run: (input) =>
      Effect.gen(function* () {
        const today = Math.floor((yield* Clock.currentTimeMillis) / dayMs)
        const name = input["feast.name"]
        const { countries, eastern, rule } = feastNamed(name) ?? noFeast
        const given = input["calendar.year"]
        const dayIn = (year: number) => firstIn(years, { name, rule }, countries, year)
        const thisYear = yield* dayIn(given ?? yearOf(today))
        const isPast = thisYear !== undefined && thisYear.day < today && yearOf(today) < lastYear
        const entry = given === undefined && isPast ? yield* dayIn(yearOf(today) + 1) : thisYear
        if (entry === undefined)
          return yield* new SourceFailure({ code: "source_error", message: `The day of ${name} is not known for that year.` })
        const year = yearOf(entry.day)
        const other = yield* firstIn(years, { name, rule: "" }, eastern, year)
        const view = holidayView(entry)
        return {
          data: {
            feast: {
              name: entry.name,
              date: view.date,
              weekday: view.weekday,
              days_until: entry.day - today,
              orthodox_date: other === undefined || other.day === entry.day ? null : holidayView(other).date,
              public_country_count: publicCountries({ name, rule }, countries).size,
              country_count: coveredCountries.length,
              notes: [...(islamic.test(rule) ? [islamicNote] : []), ...(hebrew.test(rule) ? [hebrewNote] : [])],
            },
            calendar: { year },
          },
          documents: 1,
        }
      }),
  })

/** A day of Easter or of a lunar month is one feast: the countries that have it count under any name. Other feasts may have the same date. */
const publicCountries = ({ name, rule }: { readonly name: string; readonly rule: string }, countries: ReadonlyArray<string>) =>
  new Set([
    ...publicCountriesOf(name).filter((code) => countries.includes(code)),
    ...(/^(?:easter|orthodox|julian|chinese)\b/u.test(rule) || ofLunarMonth.test(rule) ? publicCountriesByRule(rule) : []),
  ])

const maxCountries = 4

const noFeast: Feast = { rule: "", countries: [], eastern: [] }

/**
 * The day in the first of the countries that has it in that year; one whose law began later is passed over. A country may give two days of a
 * lunar calendar one name: the day is the one of the rule.
 */
const firstIn = Effect.fnUntraced(function* (
  years: CalendarYears,
  { name, rule }: { readonly name: string; readonly rule: string },
  countries: ReadonlyArray<string>,
  year: number,
) {
  const isOfRule = (entry: Holiday) => !ofLunarMonth.test(rule) || entry.rule === rule || entry.rule.startsWith(`${rule} `)
  const named = (country: string) => (entry: Holiday) =>
    !entry.substitute && isOfRule(entry) && isNamed(name, country, entry) && yearOf(entry.day) === year
  for (const country of countries.filter(isCovered).slice(0, maxCountries)) {
    const { entries } = yield* years(country, year)
    const entry = entries.find(named(country))
    if (entry !== undefined) return entry
  }
  return undefined
})
