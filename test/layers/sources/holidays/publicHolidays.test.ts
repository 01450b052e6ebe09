import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"

layer(onlyHolidays)("calendar.public_holidays", (it) => {
  const list = (country: string, year: number, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.public_holidays", { country, year, ...more })
  /** Month and day of each, with a star where it is a substitute. */
  const days = (document: unknown) => shown(document).map((holiday) => holiday.date.slice(5) + (holiday.substitute ? "*" : ""))
  const named = (document: unknown, name: string) => shown(document).filter((holiday) => holiday.name === name)

  it.effect("calendar.public_holidays lists a whole year as the law of the country defines it", () =>
    Effect.gen(function* () {
      const years: ReadonlyArray<readonly [string, number, string, string?]> = [
        ["DE", 2026, "01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26"],
        ["FR", 2026, "01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25"],
        ["PL", 2026, "01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26"],
        // U.S. Office of Personnel Management: Juneteenth, Independence Day, Christmas and the New Year of 2022 fell on weekends.
        ["US", 2021, "01-01 01-18 02-15 05-31 06-18* 06-19 07-04 07-05* 09-06 10-11 11-11 11-25 12-24* 12-25 12-31*"],
        // gov.uk: the jubilee, the Queen's funeral, and substitutes of New Year's Day and Christmas Day.
        ["GB", 2022, "01-01 01-03* 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-25 12-26 12-27*", "ENG"],
        ["GB", 2026, "01-01 01-02 04-03 05-04 05-25 08-03 11-30 12-25 12-26 12-28*", "SCT"],
        // Cabinet Office of Japan: equinoxes, a substitute on 6 May, and a citizens' holiday between two others.
        ["JP", 2026, "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06* 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23"],
        // Kenya's Public Holidays Act has no Easter Sunday. The Monday is in place of Mazingira Day on a Sunday.
        ["KE", 2027, "01-01 03-09 03-26 03-29 05-01 05-16 06-01 10-10 10-11* 10-20 12-12 12-13* 12-25 12-26 12-27*"],
        // Hong Kong's seventeen general holidays.
        ["HK", 2026, "01-01 02-17 02-18 02-19 04-03 04-04 04-06 04-07 05-01 05-25 06-19 07-01 09-26 10-01 10-19 12-25 12-26"],
      ]
      for (const [country, year, expected, region] of years) {
        const document = yield* list(country, year, region === undefined ? {} : { region })
        assert.deepEqual([country, ...days(document)], [country, ...expected.split(" ")])
        const substitutes = shown(document, "calendar.uncounted_substitutes")
        assert.strictEqual(at(document, "calendar.holiday_count"), expected.split(" ").length - substitutes.length)
      }
    }),
  )

  it.effect("a holiday and its substitute day count once, also across the turn of the year", () =>
    Effect.gen(function* () {
      const counts: ReadonlyArray<readonly [string, number, number, string, string?]> = [
        ["GB", 2027, 8, "12-27 12-28", "ENG"],
        // Eleven federal holidays. 31 December is off for New Year's Day of 2028, as 31 December 2021 was for that of 2022.
        ["US", 2027, 11, "06-18 07-05 12-24 12-31"],
        ["US", 2028, 11, "11-10"],
        ["JP", 2026, 17, "05-06"],
        // Two holidays on one day have one substitute day, listed for each. A holiday of three days is one.
        ["KR", 2028, 13, "10-05 10-05"],
        // Hong Kong moves its holidays from a Sunday: nothing is there twice.
        ["HK", 2027, 17, ""],
      ]
      for (const [country, year, count, substitutes, region] of counts) {
        const document = yield* list(country, year, region === undefined ? {} : { region })
        const uncounted = shown(document, "calendar.uncounted_substitutes").map(({ date }) => date.slice(5))
        assert.deepEqual([country, at(document, "calendar.holiday_count"), uncounted.join(" ")], [country, count, substitutes])
      }
    }),
  )

  it.effect("calendar.public_holidays names the regions in which a national holiday does not apply", () =>
    Effect.gen(function* () {
      const [easter] = named(yield* list("GB", 2027), "Easter Monday")
      assert.deepEqual(at({ easter }, "easter.not_in"), ["Scotland"])
      const document = yield* list("GB", 2027)
      assert.deepEqual(at(document, "calendar.notes"), ["Easter Monday is not a public holiday in Scotland."])
      // Scotland moves its New Year's Day, and has it.
      assert.deepEqual(at({ day: named(document, "New Year's Day")[0] }, "day.not_in"), [])
    }),
  )

  it.effect("calendar.public_holidays computes movable feasts of distant years", () =>
    Effect.gen(function* () {
      // Easter Sundays of the Gregorian computus, earliest and latest included; Orthodox ones after them.
      const western = ["1970-03-29", "2000-04-23", "2008-03-23", "2024-03-31", "2038-04-25", "2100-03-28"]
      for (const date of western) {
        assert.include(days(yield* list("PL", Number(date.slice(0, 4)))), date.slice(5))
      }
      for (const date of ["2024-05-05", "2025-04-20", "2026-04-12", "2027-05-02"]) {
        assert.deepEqual(
          named(yield* list("GR", Number(date.slice(0, 4))), "Easter Sunday").map((holiday) => holiday.date),
          [date],
        )
      }
      assert.deepEqual(
        named(yield* list("IL", 2026), "Day of Atonement (Yom Kippur)").map((holiday) => holiday.date),
        ["2026-09-21"],
      )
      assert.deepEqual(
        named(yield* list("SG", 2025), "Chinese New Year").map((holiday) => holiday.date),
        ["2025-01-29", "2025-01-30"],
      )
      assert.deepEqual(
        named(yield* list("NZ", 2023), "Matariki").map((holiday) => holiday.date),
        ["2023-07-14"],
      )
    }),
  )

  it.effect("calendar.public_holidays lists holidays that only a region of the country has", () =>
    Effect.gen(function* () {
      const bavaria = yield* list("DE", 2026, { region: "DE-BY" })
      assert.deepEqual([at(bavaria, "region.code"), at(bavaria, "region.name")], ["DE-BY", "Bavaria"])
      assert.includeMembers(days(bavaria), ["01-06", "06-04", "11-01"])
      assert.notIncludeMembers(days(yield* list("DE", 2026)), ["01-06", "06-04", "11-01"])
      // Peace Festival, in the city of Augsburg only.
      assert.include(days(yield* list("DE", 2026, { region: "by-a" })), "08-08")
      assert.notInclude(days(bavaria), "08-08")
      assert.include(days(yield* list("US", 2026, { region: "US-LA" })), "02-17")
      assert.include(days(yield* list("CA", 2026, { region: "QC" })), "06-24")
      assert.isNull(at(yield* list("DE", 2026), "region.code"))
    }),
  )

  it.effect("calendar.public_holidays corrects the data set for China, Korea, Cyprus, Greece and the Emirates", () =>
    Effect.gen(function* () {
      const dates = (document: unknown, name: string) => named(document, name).map((holiday) => [holiday.date, holiday.end_date].join("/"))
      const spring = (from: string, ...more: ReadonlyArray<string>) => [from, ...more].map((date) => `${date}/${date}`)
      // Decree 795: four days from 2025, the eve among them; before that the first three of the year.
      assert.deepEqual(dates(yield* list("CN", 2026), "Spring Festival"), spring("2026-02-16", "2026-02-17", "2026-02-18", "2026-02-19"))
      assert.deepEqual(dates(yield* list("CN", 2019), "Spring Festival"), spring("2019-02-05", "2019-02-06", "2019-02-07"))
      assert.deepEqual(dates(yield* list("CN", 2026), "Labour Day"), spring("2026-05-01", "2026-05-02"))
      assert.match(String(at(yield* list("CN", 2026), "calendar.notes")), /weekends/)
      assert.deepEqual(dates(yield* list("KR", 2025), "Korean New Year"), ["2025-01-28/2025-01-30"])
      assert.deepEqual(dates(yield* list("KR", 2026), "Korean New Year"), ["2026-02-16/2026-02-18"])
      assert.deepEqual(dates(yield* list("CY", 2026), "Green Monday"), ["2026-02-23/2026-02-23"])
      assert.include(days(yield* list("CY", 2026)), "06-01")
      assert.deepEqual(dates(yield* list("GR", 2026), "Clean Monday"), ["2026-02-23/2026-02-23"])
      const emirates = yield* list("AE", 2025)
      assert.deepEqual(dates(emirates, "National Day"), spring("2025-12-02", "2025-12-03"))
      assert.strictEqual(named(emirates, "Arafat Day").length, 1)
      assert.strictEqual(named(emirates, "First day of Ramadan").length, 0)
    }),
  )

  it.effect("Ethiopia's year begins a day later before a leap year, and the days after it move too", () =>
    Effect.gen(function* () {
      const kept = Effect.fnUntraced(function* (year: number) {
        const names = ["Christmas Day", "Epiphany", "Ethiopian New Year", "Finding of the True Cross"]
        const all = yield* list("ET", year)
        return names.flatMap((name) => named(all, name).map(({ date }) => date.slice(5))).join(" ")
      })
      assert.strictEqual(yield* kept(2023), "01-07 01-19 09-12 09-28")
      assert.strictEqual(yield* kept(2024), "01-07 01-20 09-11 09-27")
      assert.strictEqual(yield* kept(2026), "01-07 01-19 09-11 09-27")
    }),
  )

  it.effect("Canada has the holidays of its federal law, and a province those of its own", () =>
    Effect.gen(function* () {
      const federal = yield* list("CA", 2027)
      // Canada Labour Code, section 166; 24 May, 30 September, 11 October, 11 November and 26 December are not holidays everywhere.
      assert.deepEqual(days(federal), "01-01 03-26 05-24 07-01 09-06 09-30 10-11 11-11 12-25 12-26".split(" "))
      const victoria = shown(federal).find(({ name }) => name === "Victoria Day")
      const without = at({ victoria }, "victoria.not_in")
      assert.includeMembers([...(Array.isArray(without) ? without : [])], ["Nova Scotia", "Prince Edward Island"])
      assert.notInclude(without, "Ontario")
      assert.include(days(yield* list("CA", 2027, { region: "BC" })), "09-30")
      for (const region of ["ON", "QC", "AB"]) assert.notInclude(days(yield* list("CA", 2027, { region })), "09-30")
      // Easter Monday is a public holiday by the law of no province or territory but, as a choice, of Quebec.
      for (const region of ["ON", "NT", "YT"]) assert.notInclude(days(yield* list("CA", 2027, { region })), "03-29")
      assert.notInclude(days(yield* list("CA", 2027, { region: "NS" })), "05-24")
    }),
  )

  it.effect("the eves that Sweden has off by custom are no public holidays, and the answer says that they are off", () =>
    Effect.gen(function* () {
      const sweden = yield* list("SE", 2026)
      assert.notInclude(days(sweden), "12-24")
      assert.include(JSON.stringify(at(sweden, "calendar.notes")), "Christmas Eve")
      assert.strictEqual(shown(yield* list("DE", 2026)).find(({ date }) => date === "2026-10-03")?.name, "German Unity Day")
    }),
  )

  it.effect("calendar.public_holidays counts civil days, without the half day before a feast and the hour of a clock change", () =>
    Effect.gen(function* () {
      const spans = (document: unknown, name: string) => named(document, name).map((holiday) => `${holiday.date}/${holiday.end_date}`)
      // Law 2429: three days from Ramadan's end and four of sacrifice, each with the afternoon before.
      const turkey = yield* list("TR", 2026)
      assert.deepEqual(spans(turkey, "End of Ramadan (Eid al-Fitr)"), ["2026-03-20/2026-03-22"])
      assert.deepEqual(spans(turkey, "Feast of the Sacrifice (Eid al-Adha)"), ["2026-05-27/2026-05-30"])
      // Clocks go back in Sydney on Easter Sunday 2026, and forward in Berlin on that of 2024.
      assert.deepEqual(spans(yield* list("AU", 2026), "Easter Sunday"), ["2026-04-05/2026-04-05"])
      assert.deepEqual(spans(yield* list("DE", 2024, { region: "BB" }), "Easter Sunday"), ["2024-03-31/2024-03-31"])
    }),
  )

  it.effect("calendar.public_holidays names holidays in English and in the country's own language, without decoration", () =>
    Effect.gen(function* () {
      const names = (document: unknown, date: string) =>
        shown(document)
          .filter((holiday) => holiday.date === date)
          .map((holiday) => [holiday.name, holiday.local_name])
      assert.deepEqual(names(yield* list("DE", 2026), "2026-04-03"), [["Good Friday", "Karfreitag"]])
      assert.deepEqual(names(yield* list("JP", 2026), "2026-05-06"), [["Constitution Day", "憲法記念日"]])
      assert.deepEqual(names(yield* list("GB", 2022, { region: "ENG" }), "2022-12-27"), [["Christmas Day", "Christmas Day"]])
    }),
  )

  it.effect("calendar.public_holidays lists other kinds of days on request, with half days marked", () =>
    Effect.gen(function* () {
      const document = yield* list("AT", 2026, { types: ["bank"] })
      // The public holidays are among them: banks are closed on these too.
      assert.deepEqual(
        shown(document)
          .filter(({ date }) => date >= "2026-12-24")
          .map((holiday) => [holiday.date, holiday.starts_at, holiday.day_off]),
        [
          ["2026-12-24", "14:00", false],
          ["2026-12-25", null, true],
          ["2026-12-26", null, true],
          ["2026-12-31", "14:00", false],
        ],
      )
      const observances = yield* list("DE", 2026, { types: ["public", "observance"] })
      assert.isAbove(shown(observances).length, 9)
    }),
  )

  it.effect("calendar.public_holidays reports the limits of its data", () =>
    Effect.gen(function* () {
      assert.match(String(at(yield* list("SA", 2026), "calendar.notes")), /moon/)
      assert.match(String(at(yield* list("SA", 2077), "calendar.notes")), /up to 2076/)
      assert.match(String(at(yield* list("IL", 2100), "calendar.notes")), /up to 2099/)
      assert.deepEqual(at(yield* list("FR", 2100), "calendar.notes"), [])
    }),
  )

  it.effect("calendar.public_holidays refuses an invalid request before the call", () =>
    Effect.gen(function* () {
      const wrong: ReadonlyArray<readonly [Record<string, unknown>, string]> = [
        [{ year: 1969 }, "calendar.year"],
        [{ year: 2101 }, "calendar.year"],
        [{ year: 2026.5 }, "calendar.year"],
        [{ year: "2026" }, "calendar.year"],
        [{ country: "ZZ" }, "country.code"],
        [{ country: "Germany" }, "country.code"],
        [{ region: "XX" }, "region.code"],
        [{ region: "AT-9" }, "region.code"],
        [{ region: "../../etc" }, "region.code"],
        [{ types: [] }, "holiday.types"],
        [{ types: ["party"] }, "holiday.types"],
      ]
      for (const [change, field] of wrong) {
        const refusal = yield* Effect.flip(call("holidays", "public_holidays", { country: "DE", year: 2026, ...change }))
        assert.strictEqual(refusal._tag === "invalid_source_input" && refusal.field, field, JSON.stringify(change))
      }
    }),
  )
})
