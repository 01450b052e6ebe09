import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { feastNamed } from "../../../../layers/sources/holidays/feasts.ts"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.feast_date", (it) => {
  const ask = (name: string, year?: number) =>
    call("holidays", "calendar.feast_date", { "feast.name": name, ...(year !== undefined && { "calendar.year": year }) })

  it.effect("a feast that has one day in all countries needs no country, and the day of the Orthodox churches is beside it", () =>
    Effect.gen(function* () {
      // Easter Sunday of the western churches: 28 March 2027, 16 April 2028, 1 April 2029. Orthodox: 2 May 2027, 16 April 2028, 8 April 2029.
      const expected = [
        ["Easter Monday", 2027, "2027-03-29", "monday", "2027-05-03"],
        ["Easter", 2029, "2029-04-01", "sunday", "2029-04-08"],
        ["Good Friday", 2027, "2027-03-26", "friday", "2027-04-30"],
        ["Karfreitag", 2027, "2027-03-26", "friday", "2027-04-30"],
        // Both churches have the same Easter.
        ["Easter Monday", 2028, "2028-04-17", "monday", null],
        ["Ash Wednesday", 2027, "2027-02-10", "wednesday", null],
        ["Whit Monday", 2026, "2026-05-25", "monday", "2026-06-01"],
        ["Chinese New Year", 2027, "2027-02-06", "saturday", null],
        // A feast with a date of its own: most Orthodox churches have it on 6 January too.
        ["Epiphany", 2027, "2027-01-06", "wednesday", null],
        ["Boxing Day", 2027, "2027-12-26", "sunday", null],
        // Of the Islamic and the Hebrew calendar.
        ["Ramadan", 2027, "2027-02-08", "monday", null],
        ["Eid ul-Fitr", 2027, "2027-03-09", "tuesday", null],
        ["Eid al-Adha", 2027, "2027-05-16", "sunday", null],
        ["Rosh Hashanah", 2027, "2027-10-02", "saturday", null],
        // Croatia's data gives both days this name.
        ["Yom Kippur", 2027, "2027-10-11", "monday", null],
        ["Hanukkah", 2026, "2026-12-05", "saturday", null],
        ["Orthodox Easter", 2027, "2027-05-02", "sunday", null],
      ] as const
      for (const [name, year, date, weekday, orthodox] of expected) {
        const document = yield* ask(name, year)
        assert.deepEqual(
          [at(document, "feast.date"), at(document, "feast.weekday"), at(document, "feast.orthodox_date")],
          [date, weekday, orthodox],
          `${name} ${year}`,
        )
      }
    }),
  )

  it.effect("without a year the next such day is given, and in how many countries it is a public holiday", () =>
    Effect.gen(function* () {
      const document = yield* ask("Good Friday")
      assert.isAtLeast(Number(at(document, "feast.days_until")), 0)
      assert.isBelow(Number(at(document, "feast.days_until")), 385)
      const [having, all] = [Number(at(document, "feast.public_country_count")), Number(at(document, "feast.country_count"))]
      assert.isAtLeast(having, 50)
      assert.isBelow(having, all)
      // Many of these countries name it Easter Sunday alone.
      assert.strictEqual(Number(at(yield* ask("Orthodox Easter"), "feast.public_country_count")), 17)
      assert.isAtLeast(Number(at(yield* ask("Orthodox Good Friday"), "feast.public_country_count")), 8)
    }),
  )

  it.effect("a name whose day differs from country to country is no such feast", () =>
    Effect.gen(function* () {
      for (const name of ["Labour Day", "Independence Day", "Mother's Day", "Thanksgiving", "Constitution Day", "Diwali", "Monday"]) {
        assert.isUndefined(feastNamed(name), name)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(ask(name, 2027))), name)
      }
    }),
  )
})
