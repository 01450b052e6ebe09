import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onlyHolidays } from "../only.ts"
import { at, call } from "../call.ts"

layer(onlyHolidays)("calendar.holiday_dates", (it) => {
  const ask = (name: string, year?: number) =>
    call("holidays", "calendar.holiday_dates", { "holiday.anywhere": name, ...(year !== undefined && { "calendar.year": year }) })

  it.effect("a holiday of a lunar calendar has the day of each country that lists it, and one of all its countries has one date", () =>
    Effect.gen(function* () {
      const document = yield* ask("Diwali", 2027)
      const days = at(document, "holiday.by_date") as ReadonlyArray<{ date: string; places: ReadonlyArray<string> }>
      const placesOn = (date: string) => days.find((day) => day.date === date)?.places ?? []
      assert.includeMembers([...placesOn("2027-10-28")], ["Malaysia", "Singapore"])
      assert.include(placesOn("2027-10-29"), "India")
      assert.match(JSON.stringify(at(document, "calendar.notes")), /listed year by year for these countries alone/u)
      const reformation = yield* ask("Reformation Day", 2027)
      assert.strictEqual(at(reformation, "holiday.date"), "2027-10-31")
      // In nine states of Germany, and in two countries.
      assert.includeMembers(at(reformation, "holiday.countries") as Array<string>, [
        "Chile",
        "Hamburg (Germany)",
        "Saxony (Germany)",
        "Slovenia",
      ])
      assert.notInclude(at(reformation, "holiday.countries") as Array<string>, "Bavaria (Germany)")
    }),
  )

  it.effect("one that countries have on different days has no date, and each day has its countries and regions", () =>
    Effect.gen(function* () {
      const document = yield* ask("Thanksgiving", 2027)
      assert.isNull(at(document, "holiday.date"))
      const days = at(document, "holiday.by_date") as ReadonlyArray<{ date: string; weekday: string; places: ReadonlyArray<string> }>
      assert.strictEqual(at(document, "holiday.date_count"), days.length)
      const onDay = (date: string) => days.find((day) => day.date === date)
      // The fourth Thursday of November, and the second Monday of October.
      assert.include(onDay("2027-11-25")?.places ?? [], "United States")
      assert.include(onDay("2027-10-11")?.places ?? [], "Ontario (Canada)")
      assert.strictEqual(onDay("2027-11-25")?.weekday, "thursday")
    }),
  )

  it.effect("each place has the day of its own calendar, where it is public or not, and no substitute of it", () =>
    Effect.gen(function* () {
      const daysIn = Effect.fnUntraced(function* (name: string, year: number, place: string, key: "places" | "public_in" = "places") {
        const days = at(yield* ask(name, year), "holiday.by_date") as ReadonlyArray<{
          readonly date: string
          readonly places: ReadonlyArray<string>
          readonly public_in: ReadonlyArray<string>
        }>
        return days.filter((day) => day[key].includes(place)).map(({ date }) => date)
      })
      // In 2017 the whole of Germany had it, so no region is listed beside it.
      assert.deepStrictEqual(yield* daysIn("Reformation Day", 2017, "Germany"), ["2017-10-31"])
      assert.deepStrictEqual(yield* daysIn("Reformation Day", 2017, "Saxony (Germany)"), [])
      // Malaysia has 9 November off in place of Sunday the 8th.
      assert.deepStrictEqual(yield* daysIn("Diwali", 2026, "Malaysia"), ["2026-11-08"])
      assert.deepStrictEqual(yield* daysIn("Genna", 2026, "Ethiopia"), ["2026-01-07"])
      // The Islamic year is 11 days shorter: 2033 has two such feasts.
      assert.deepStrictEqual(yield* daysIn("Hari Raya Puasa", 2033, "Singapore"), ["2033-01-03", "2033-12-23"])
      assert.deepStrictEqual(yield* daysIn("Mother's Day", 2027, "Germany"), ["2027-05-09"])
      assert.deepStrictEqual(yield* daysIn("Mother's Day", 2027, "Germany", "public_in"), [])
      assert.deepStrictEqual(yield* daysIn("Republic Day", 2027, "India", "public_in"), ["2027-01-26"])
    }),
  )

  it.effect("without a year it is the next year once all days of this one are over", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2027, 1, 6))
      assert.strictEqual(at(yield* ask("Waitangi Day"), "holiday.date"), "2027-02-06")
      yield* TestClock.setTime(Date.UTC(2027, 1, 7))
      assert.strictEqual(at(yield* ask("Waitangi Day"), "holiday.date"), "2028-02-06")
      // In Canada it is over, in the United States it is not.
      yield* TestClock.setTime(Date.UTC(2027, 10, 20))
      assert.strictEqual(at(yield* ask("Thanksgiving"), "calendar.year"), 2027)
    }),
  )

  it.effect("a name that more than 80 places have is refused before it is paid, and a name of no holiday is refused", () =>
    Effect.gen(function* () {
      assert.match(JSON.stringify(yield* Effect.flip(ask("Independence Day", 2027))), /countries and regions have it/u)
      assert.match(JSON.stringify(yield* Effect.flip(ask("Nonsense Day", 2027))), /no name of a holiday/u)
    }),
  )
})
