import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { onlyHolidays } from "../only.ts"
import { at, call, shown } from "../call.ts"
import { textOf } from "../textOf.ts"

layer(onlyHolidays)("calendar.named_holiday", (it) => {
  const ask = (name: string, country: string, year: number, more: Record<string, unknown> = {}) =>
    call("holidays", "calendar.named_holiday", { name, country, year, ...more })

  it.effect("a name that one country gives to a day of the church is no name of that day elsewhere", () =>
    Effect.gen(function* () {
      const inGermany = yield* Effect.exit(ask("Family Day", "DE", 2027))
      assert.isTrue(Exit.isFailure(inGermany) || at(inGermany.value, "holiday.is_public_holiday") === false)
    }),
  )

  it.effect("without a year the next day of the holiday is given", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 27))
      const next = (name: string, country: string) => call("holidays", "calendar.named_holiday", { name, country })
      assert.strictEqual(at(yield* next("Waitangi Day", "NZ"), "holiday.date"), "2027-02-06")
      assert.strictEqual(at(yield* next("Boxing Day", "NZ"), "holiday.date"), "2026-12-26")
      // Of some regions alone, and of none.
      assert.deepEqual(at(yield* next("Good Friday", "US"), "holiday.regions.0"), { name: "Connecticut", date: "2027-03-26" })
      const none = yield* call("holidays", "calendar.named_holiday", { name: "Easter Monday", country: "GB", region: "SCT" })
      assert.deepEqual([at(none, "holiday.date"), at(none, "holiday.elsewhere.date")], [null, "2027-03-29"])
    }),
  )

  it.effect("the days of Carnival are both given where both are holidays", () =>
    Effect.gen(function* () {
      const dates = (country: string) =>
        Effect.map(ask("Carnival", country, 2027), (document) => shown(document, "holiday.dates").map(({ date }) => date))
      assert.deepEqual(yield* dates("AR"), ["2027-02-08", "2027-02-09"])
      assert.deepEqual(yield* dates("PT"), ["2027-02-09"])
    }),
  )

  it.effect("a holiday of parts of a region is given with the region", () =>
    Effect.gen(function* () {
      const names = (document: unknown) => shown(document, "holiday.regions").map(({ name }) => name)
      const assumption = names(yield* ask("Assumption Day", "DE", 2027))
      assert.deepEqual(assumption, ["Predominantly catholic communities in Bavaria", "Saarland"])
      const inBavaria = yield* ask("Assumption Day", "DE", 2027, { region: "DE-BY" })
      assert.deepEqual(names(inBavaria), ["Predominantly catholic communities in Bavaria"])
      assert.include(
        textOf("calendar.named_holiday", inBavaria, ["holiday.is_public_holiday"]),
        "in the whole of Bavaria, Germany, but in parts of it, which may have the town: Predominantly catholic communities in Bavaria on 15 August 2027.",
      )
      assert.strictEqual(at(yield* ask("Tabaski", "SN", 2026), "holiday.date"), "2026-05-27")
      assert.strictEqual(at(yield* ask("Mazingira Day", "KE", 2027), "holiday.date"), "2027-10-10")
      assert.strictEqual(at(yield* ask("Korité", "SN", 2026), "holiday.date"), "2026-03-20")
      // All of Bavaria has it: its parts are not named beside it.
      const corpusChristi = names(yield* ask("Corpus Christi", "DE", 2027))
      assert.includeMembers(corpusChristi, ["Bavaria", "Bautzen district in Saxony"])
      assert.isFalse(corpusChristi.some((name) => name.endsWith("in Bavaria")))
    }),
  )

  it.effect("a holiday that was abolished has the day on which it was last one", () =>
    Effect.gen(function* () {
      for (const name of ["Store Bededag", "Great Prayer Day"]) {
        const document = yield* ask(name, "DK", 2027)
        const facts = ["is_public_holiday", "date", "ended"].map((fact) => at(document, `holiday.${fact}`))
        assert.deepEqual(facts, [false, null, "2023-05-05"])
        assert.strictEqual(at(yield* ask(name, "DK", 2023), "holiday.date"), "2023-05-05")
      }
      assert.isNull(at(yield* ask("Easter Monday", "DK", 2027), "holiday.ended"))
    }),
  )

  it.effect("bank holidays and feasts have the names that people use", () =>
    Effect.gen(function* () {
      const expected = [
        ["August bank holiday", "IE", {}, "2027-08-02"],
        ["August bank holiday", "GB", { region: "ENG" }, "2027-08-30"],
        ["August bank holiday", "GB", { region: "SCT" }, "2027-08-02"],
        ["October bank holiday", "IE", {}, "2027-10-25"],
        ["early May bank holiday", "GB", { region: "ENG" }, "2027-05-03"],
        ["Ferragosto", "IT", {}, "2027-08-15"],
        ["Qingming", "CN", {}, "2027-04-05"],
      ] as const
      for (const [name, country, more, date] of expected)
        assert.strictEqual(at(yield* ask(name, country, 2027, more), "holiday.date"), date, `${name} ${country}`)
    }),
  )

  it.effect("the day off in place of New Year's Day on a Saturday is found in the year before", () =>
    Effect.gen(function* () {
      assert.include(JSON.stringify(at(yield* ask("New Year's Day", "US", 2028), "holiday.substitutes")), "2027-12-31")
      // A Thursday.
      assert.deepEqual(at(yield* ask("New Year's Day", "US", 2026), "holiday.substitutes"), [])
    }),
  )

  it.effect("a holiday is found by its name in any language, with or without `day`, on the day that its rule gives", () =>
    Effect.gen(function* () {
      // Easter is on 28 March 2027; Thanksgiving is the fourth Thursday of November in the United States and the second Monday of October in Canada.
      const expected = [
        ["Good Friday", "DE", 2027, "2027-03-26", true],
        ["Karfreitag", "GB", 2027, "2027-03-26", true],
        ["easter monday", "FR", 2027, "2027-03-29", true],
        ["Thanksgiving", "US", 2026, "2026-11-26", true],
        ["Boxing Day", "IE", 2027, "2027-12-26", true],
        ["St. Stephen’s Day", "IE", 2027, "2027-12-26", true],
        ["Chinese New Year", "CN", 2027, "2027-02-06", true],
        ["Whit Monday", "NO", 2027, "2027-05-17", true],
        ["Constitution Day", "NO", 2027, "2027-05-17", true],
        ["Corpus Christi", "AT", 2027, "2027-05-27", true],
        ["Independence Day", "FI", 2026, "2026-12-06", true],
        // Western and Orthodox Easter differ.
        ["Easter Monday", "GR", 2027, "2027-05-03", true],
        // An observance, on which people work.
        ["Labour Day", "DK", 2027, "2027-05-01", false],
        ["Mother's Day", "US", 2027, "2027-05-09", false],
      ] as const
      // The eve and two days behind it are holidays of the same name.
      const spring = yield* ask("Chinese New Year", "CN", 2027)
      assert.deepEqual(
        shown(spring, "holiday.dates").map(({ date }) => date.slice(5)),
        ["02-05", "02-06", "02-07", "02-08"],
      )
      for (const [name, country, year, date, isPublic] of expected) {
        const document = yield* ask(name, country, year)
        assert.deepEqual([at(document, "holiday.date"), at(document, "holiday.is_public_holiday")], [date, isPublic], `${name} ${country}`)
      }
    }),
  )

  it.effect("a holiday that the data names in the country's language alone has its English names too", () =>
    Effect.gen(function* () {
      const expected = [
        ["National Day", "CH", "2027-08-01"],
        ["National Day", "AT", "2027-10-26"],
        ["National Day", "BE", "2027-07-21"],
        ["National Day", "ES", "2027-10-12"],
        ["National Day", "LU", "2027-06-23"],
        ["National Day", "NO", "2027-05-17"],
        ["National Day", "PT", "2027-06-10"],
        ["National Day", "FI", "2027-12-06"],
        ["German Unity Day", "DE", "2027-10-03"],
        ["the Day of German Unity", "DE", "2027-10-03"],
        ["Unification Day", "DE", "2027-10-03"],
        ["Three Kings Day", "PL", "2027-01-06"],
        ["Three Kings Day", "AT", "2027-01-06"],
        ["Liberation Day", "IT", "2027-04-25"],
        ["Freedom Day", "PT", "2027-04-25"],
        ["Restoration of Independence Day", "PT", "2027-12-01"],
        ["Constitution Day", "ES", "2027-12-06"],
        ["King's birthday", "NL", "2027-04-27"],
        ["Diwali", "SG", "2027-10-28"],
        ["Children's Day", "TR", "2027-04-23"],
        ["Yom Kippur", "IL", "2027-10-11"],
        ["Presidents Day", "US", "2027-02-15"],
        ["Washington's Birthday", "US", "2027-02-15"],
      ] as const
      for (const [name, country, date] of expected) {
        const document = yield* ask(name, country, 2027)
        assert.deepEqual(
          [name, country, at(document, "holiday.date"), at(document, "holiday.is_public_holiday")],
          [name, country, date, true],
        )
      }
      const carnival = yield* ask("Carnival Tuesday", "BR", 2027, { region: "RJ" })
      assert.deepEqual([at(carnival, "holiday.date"), at(carnival, "holiday.is_public_holiday")], ["2027-02-09", true])
      const memorial = yield* ask("Memorial Day", "IL", 2027)
      assert.deepEqual([at(memorial, "holiday.type"), at(memorial, "holiday.is_public_holiday")], ["observance", false])
    }),
  )

  it.effect("the answer for a country without the holiday has no date there, and has its regions or another country that have it", () =>
    Effect.gen(function* () {
      const italy = yield* ask("Good Friday", "IT", 2027)
      assert.isNull(at(italy, "holiday.date"))
      assert.isFalse(at(italy, "holiday.is_public_holiday"))
      assert.strictEqual(at(italy, "holiday.elsewhere.date"), "2027-03-26")
      const germany = yield* ask("Epiphany", "DE", 2027)
      assert.isTrue(at(germany, "holiday.is_regional"))
      assert.deepEqual(
        at(germany, "holiday.regions"),
        ["Baden-Württemberg", "Bavaria", "Saxony-Anhalt"].map((region) => ({ name: region, date: "2027-01-06" })),
      )
      // The first Monday of August; no federal holiday.
      assert.deepInclude(at(yield* ask("New Brunswick Day", "CA", 2026), "holiday.regions"), { name: "New Brunswick", date: "2026-08-03" })
      // 9 March is Labour Day in Victoria, and Canberra Day in the capital, whose Labour Day is the first Monday of October.
      const australia = at(yield* ask("Labour Day", "AU", 2026), "holiday.regions")
      assert.deepInclude(australia, { name: "Victoria", date: "2026-03-09" })
      assert.deepInclude(australia, { name: "Australian Capital Territory", date: "2026-10-05" })
      assert.strictEqual(at(yield* ask("Epiphany", "DE", 2027, { region: "BY" }), "holiday.date"), "2027-01-06")
      const bavaria = yield* ask("Reformation Day", "DE", 2027, { region: "BY" })
      assert.deepEqual([at(bavaria, "holiday.date"), at(bavaria, "holiday.is_public_holiday")], [null, false])
    }),
  )

  it.effect("a holiday whose name is not listed is not denied, unless its day is the same everywhere and a working day there", () =>
    Effect.gen(function* () {
      for (const [name, country, region] of [
        ["Thanksgiving", "DE"],
        ["Father's Day", "IT"],
        ["Teachers' Day", "PL"],
        ["Republic Day", "FR"],
        ["Liberation Day", "PL"],
        // Quebec has National Patriots' Day on it.
        ["Victoria Day", "CA", "QC"],
      ] as const) {
        const failure = yield* Effect.flip(ask(name, country, 2027, region && { region }))
        assert.include(JSON.stringify(failure), "No holiday of this name is listed", `${name} ${country}`)
      }
      // 26 March 2027 is a working day in Italy and in Russia.
      for (const country of ["IT", "RU"]) assert.isFalse(at(yield* ask("Good Friday", country, 2027), "holiday.is_public_holiday"))
      // The Orthodox Easter of 2027 is on 2 May.
      assert.strictEqual(at(yield* ask("Easter", "RU", 2027), "holiday.elsewhere.date"), "2027-05-02")
    }),
  )

  it.effect("a holiday on a weekend is given on its own day, with the day off in its place beside it", () =>
    Effect.gen(function* () {
      const days = (document: unknown) => [at(document, "holiday.date"), shown(document, "holiday.substitutes").map(({ date }) => date)]
      // 19 June 2027 is a Saturday (observed on Friday, 5 U.S.C. 6103), 26 December 2026 a Saturday, 25 April 2027 a Sunday.
      assert.deepEqual(days(yield* ask("Juneteenth", "US", 2027)), ["2027-06-19", ["2027-06-18"]])
      assert.deepEqual(days(yield* ask("Boxing Day", "GB", 2026, { region: "ENG" })), ["2026-12-26", ["2026-12-28"]])
      assert.deepEqual(days(yield* ask("Anzac Day", "AU", 2027, { region: "NSW" })), ["2027-04-25", ["2027-04-26"]])
      assert.deepEqual(days(yield* ask("Juneteenth", "US", 2026)), ["2026-06-19", []])
    }),
  )

  it.effect("nothing is sold where the data cannot know, and a word that names no holiday is refused", () =>
    Effect.gen(function* () {
      // Of India the Hindu calendar is known for two years.
      assert.strictEqual(at(yield* ask("Diwali", "IN", 2027), "holiday.date"), "2027-10-29")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(ask("Diwali", "IN", 2029))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(ask("Quarterly Report", "DE", 2026))))
    }),
  )
})
