import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  instantsOf,
  isDaylightSaving,
  localText,
  nextChange,
  offsetAt,
  startOfDay,
} from "../../../../layers/sources/clockwork/localTime.ts"
import { clockwork } from "../../../../layers/sources/clockwork/source.ts"
import { ianaZone, zoneInCountry } from "../../../../layers/sources/clockwork/zones.ts"
import { ask, pathsOf, refusedField } from "../gazetteer/answer.ts"

const at = (text: string) => Date.parse(text)

it.effect(
  "the difference of two zones is the one that their laws give on the day, and varies where their clocks are not changed alike",
  () =>
    Effect.gen(function* () {
      // After the laws of the countries: both ends of daylight saving time differ between the EU, the United States and Australia.
      const expected = [
        ["Asia/Kolkata", "Asia/Karachi", "2026-11-23", -30, "30 minutes", "Asia/Kolkata", 1],
        ["Europe/London", "Australia/Sydney", "2027-01-10", 660, "11 hours", "Australia/Sydney", 5],
        ["Europe/London", "Australia/Sydney", "2027-04-05", 540, "9 hours", "Australia/Sydney", 5],
        ["America/New_York", "Europe/Berlin", "2027-03-20", 300, "5 hours", "Europe/Berlin", 5],
        ["America/New_York", "Europe/Berlin", "2027-02-20", 360, "6 hours", "Europe/Berlin", 5],
        ["Etc/UTC", "Asia/Kathmandu", "2026-06-01", 345, "5 hours 45 minutes", "Asia/Kathmandu", 1],
        ["Australia/Lord_Howe", "Australia/Sydney", "2027-07-01", -30, "30 minutes", "Australia/Lord_Howe", 5],
        ["Pacific/Kiritimati", "Pacific/Honolulu", "2026-12-31", -1440, "24 hours", "Pacific/Kiritimati", 1],
        ["Europe/Oslo", "Europe/Madrid", "2026-08-01", 0, "none", null, 1],
      ] as const
      for (const [from, to, day, minutes, text, ahead, count] of expected) {
        const { data } = yield* ask(clockwork, "time.difference", { from, to, day })
        const { time } = data
        assert.deepEqual([time.difference_minutes, time.difference, time.ahead], [minutes, text, ahead], `${from} ${to} ${day}`)
        assert.deepEqual([time.differences.length, time.difference_varies], [count, count > 1], `${from} ${to} ${day}`)
      }
      const { data } = yield* ask(clockwork, "time.difference", { from: "Europe/London", to: "America/New_York", day: "2027-07-01" })
      assert.deepEqual(data.time.differences[1], { from: "2027-03-14T07:00:00Z", difference: "4 hours", difference_minutes: -240 })
      yield* TestClock.setTime(at("2027-07-01T12:00:00Z"))
      assert.strictEqual((yield* ask(clockwork, "time.difference", { from: "UTC", to: "Europe/Rome" })).data.time.difference, "2 hours")
      assert.strictEqual(refusedField(clockwork, "time.difference", { from: "Europe/Rome", to: "europe/rome" }), "time.to")
    }),
)

it.effect("a Unix timestamp is the date and time that date(1) of GNU gives, and no other number is one", () =>
  Effect.gen(function* () {
    // After `TZ=… date -d @… '+%FT%T%:z %A'`.
    const expected = [
      [0, null, "1970-01-01T00:00:00Z", "thursday", "1970-01-01T00:00:00+00:00", "thursday"],
      [1_764_547_200, null, "2025-12-01T00:00:00Z", "monday", "2025-12-01T00:00:00+00:00", "monday"],
      [1_764_547_200, "America/New_York", "2025-12-01T00:00:00Z", "monday", "2025-11-30T19:00:00-05:00", "sunday"],
      [1_800_000_000, "Etc/UTC", "2027-01-15T08:00:00Z", "friday", "2027-01-15T08:00:00+00:00", "friday"],
      [1_700_000_000_123, "Asia/Tokyo", "2023-11-14T22:13:20.123Z", "tuesday", "2023-11-15T07:13:20.123+09:00", "wednesday"],
      [1_720_000_000, "Asia/Kathmandu", "2024-07-03T09:46:40Z", "wednesday", "2024-07-03T15:31:40+05:45", "wednesday"],
      [1_711_846_800, "Europe/Berlin", "2024-03-31T01:00:00Z", "sunday", "2024-03-31T03:00:00+02:00", "sunday"],
      [1_711_846_799, "Europe/Berlin", "2024-03-31T00:59:59Z", "sunday", "2024-03-31T01:59:59+01:00", "sunday"],
      [1_709_164_800, "Pacific/Auckland", "2024-02-29T00:00:00Z", "thursday", "2024-02-29T13:00:00+13:00", "thursday"],
      [2_147_483_647, "America/St_Johns", "2038-01-19T03:14:07Z", "tuesday", "2038-01-18T23:44:07-03:30", "monday"],
      [1_000_000_000_000, null, "2001-09-09T01:46:40Z", "sunday", "2001-09-09T01:46:40+00:00", "sunday"],
      [4_133_980_799, null, "2100-12-31T23:59:59Z", "friday", "2100-12-31T23:59:59+00:00", "friday"],
      [4_133_980_799_999, null, "2100-12-31T23:59:59.999Z", "friday", "2100-12-31T23:59:59.999+00:00", "friday"],
    ] as const
    for (const [unix, zone, utc, utcDay, local, day] of expected) {
      const { data } = yield* ask(clockwork, "time.from_unix", { unix, ...(zone !== null && { zone }) })
      const { time } = data
      assert.deepEqual([time.utc, time.utc_weekday, time.local, time.weekday], [utc, utcDay, local, day], `${unix} ${zone}`)
      assert.deepEqual([time.unix, time.utc_offset, time.is_utc], [unix, local.slice(-6), zone === null || zone === "Etc/UTC"])
    }
    for (const unix of [-1, 1.5, 4_133_980_800, 17_000_000_001, 999_999_999_999, 4_133_980_800_000, "soon"])
      assert.strictEqual(refusedField(clockwork, "time.from_unix", { unix }), "time.unix", String(unix))
    assert.strictEqual(refusedField(clockwork, "time.from_unix", { unix: 0, zone: "Europe/Nowhere" }), "time.zone")
  }),
)

it.effect("the clocks of a year change on the days of each country’s law, and never where they are left alone", () =>
  Effect.gen(function* () {
    const changes = (zone: string, year: number) =>
      Effect.map(ask(clockwork, "time.clock_changes", { zone, year }), ({ data }) => data.time)
    // After the laws: the EU and the United Kingdom, the United States, New South Wales, Lord Howe Island (half an hour), Chile.
    const expected = [
      ["Europe/London", 2027, "2027-03-28T01:00:00+00:00", "2027-10-31T02:00:00+01:00"],
      ["Europe/Amsterdam", 2027, "2027-03-28T02:00:00+01:00", "2027-10-31T03:00:00+02:00"],
      ["America/New_York", 2027, "2027-03-14T02:00:00-05:00", "2027-11-07T02:00:00-04:00"],
      ["Australia/Sydney", 2027, "2027-10-03T02:00:00+10:00", "2027-04-04T03:00:00+11:00"],
      ["Australia/Lord_Howe", 2027, "2027-10-03T02:00:00+10:30", "2027-04-04T02:00:00+11:00"],
      ["Asia/Tokyo", 2027, null, null],
      ["America/Phoenix", 2027, null, null],
      ["Atlantic/Reykjavik", 2027, null, null],
    ] as const
    for (const [zone, year, forward, back] of expected) {
      const time = yield* changes(zone, year)
      assert.deepEqual([zone, time.clocks_forward, time.clocks_back], [zone, forward, back])
      assert.strictEqual(time.change_count, forward === null ? 0 : 2)
    }
    const london = (yield* changes("Europe/London", 2027)).changes
    assert.deepEqual(
      london.map(({ direction, minutes, utc }: { direction: string; minutes: number; utc: string }) => [direction, minutes, utc]),
      [
        ["forward", 60, "2027-03-28T01:00:00Z"],
        ["back", 60, "2027-10-31T01:00:00Z"],
      ],
    )
    // Samoa skipped 30 December 2011: a day forward, and daylight saving in spring and autumn.
    const samoa = (yield* changes("Pacific/Apia", 2011)).changes
    assert.deepEqual(
      samoa.map(({ minutes }: { minutes: number }) => minutes),
      [60, 60, 1_440],
    )
  }),
)

it.effect("time.zone_at finds the zone of a place, including half-hour zones and both sides of the date line", () =>
  Effect.gen(function* () {
    const expected = [
      [51.5074, -0.1278, "Europe/London"],
      [27.7172, 85.324, "Asia/Kathmandu"],
      [28.6139, 77.209, "Asia/Kolkata"],
      [-33.87, 151.21, "Australia/Sydney"],
      [-13.85, -171.75, "Pacific/Apia"],
      [-14.28, -170.7, "Pacific/Pago_Pago"],
      [-8.56, 125.57, "Asia/Dili"],
      [1.87, -157.43, "Pacific/Kiritimati"],
      [-43.95, -176.55, "Pacific/Chatham"],
      [43.83, 87.62, "Asia/Shanghai"],
      [50.45, 30.52, "Europe/Kyiv"],
      [64.18, -51.72, "America/Nuuk"],
      [-31.95, 115.86, "Australia/Perth"],
    ] as const
    for (const [latitude, longitude, zone] of expected)
      assert.strictEqual((yield* ask(clockwork, "time.zone_at", { latitude, longitude })).data.time.zone, zone)
    // Leticia is in Colombia, some kilometres from the clocks of Brazil's Acre.
    const leticia = { latitude: -4.21079, longitude: -69.93944, "country.code": "CO" }
    assert.strictEqual((yield* ask(clockwork, "time.zone_at", leticia)).data.time.zone, "America/Bogota")
    // Paris is not in Panama, whatever the country that is sent.
    const paris = { latitude: 48.85, longitude: 2.35, "country.code": "PA" }
    assert.strictEqual((yield* ask(clockwork, "time.zone_at", paris)).data.time.zone, "Europe/Paris")
    const sea = (yield* ask(clockwork, "time.zone_at", { latitude: 45, longitude: -40 })).data.time
    assert.deepEqual([sea.zone, sea.nautical, sea.utc_offset], ["Etc/GMT+3", true, "-03:00"])
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [0, 180],
      [0, -180],
    ])
      assert.isString((yield* ask(clockwork, "time.zone_at", { latitude, longitude })).data.time.zone)
  }),
)

it.effect("time.now gives the local time and the next clock change", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(at("2026-11-21T05:10:18Z"))
    const now = (body: Record<string, unknown>) => Effect.map(ask(clockwork, "time.now", body), ({ data }) => data.time)
    const london = yield* now({ zone: "europe/london" })
    assert.deepEqual([london.zone, london.local, london.daylight_saving], ["Europe/London", "2026-11-21T05:10:18+00:00", false])
    assert.deepEqual(london.next_change, { utc: "2027-03-28T01:00:00Z", utc_offset: "+01:00", local: "2027-03-28T02:00:00+01:00" })
    assert.strictEqual((yield* now({ zone: "Asia/Katmandu" })).local, "2026-11-21T10:55:18+05:45")
    assert.strictEqual((yield* now({ zone: "Asia/Calcutta" })).zone, "Asia/Kolkata")
    const sydney = yield* now({ latitude: -33.87, longitude: 151.21 })
    assert.deepEqual([sydney.zone, sydney.utc_offset_minutes, sydney.daylight_saving], ["Australia/Sydney", 660, true])
    assert.isNull((yield* now({ zone: "Asia/Tokyo" })).next_change)
    assert.strictEqual((yield* now({ zone: "Pacific/Marquesas" })).utc_offset, "-09:30")
  }),
)

it.effect("time.convert converts a time and reports how a clock change affects it", () =>
  Effect.gen(function* () {
    const convert = (date_time: string, from: string, to: string) =>
      Effect.map(ask(clockwork, "time.convert", { date_time, from, to }), ({ data }) => data.time)
    const plain = yield* convert("2026-07-01 09:00", "Europe/Berlin", "America/New_York")
    assert.deepEqual(
      [plain.to.local, plain.status, plain.difference_minutes, plain.note],
      ["2026-07-01T03:00:00-04:00", "unique", -360, null],
    )
    assert.deepEqual([plain.difference, plain.behind, plain.ahead], ["6 hours", "America/New_York", "Europe/Berlin"])
    // The three weeks in spring when only America has changed.
    assert.strictEqual((yield* convert("2026-03-16T14:00", "Europe/London", "America/New_York")).to.local, "2026-03-16T10:00:00-04:00")
    const gap = yield* convert("2026-03-29T02:30", "Europe/Paris", "UTC")
    assert.deepEqual([gap.status, gap.utc, gap.from.local], ["gap", "2026-03-29T01:30:00Z", "2026-03-29T03:30:00+02:00"])
    const overlap = yield* convert("2026-10-25T02:30", "Europe/Paris", "UTC")
    assert.deepEqual(
      [overlap.status, overlap.utc, overlap.alternatives[0].to.utc],
      ["overlap", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
    )
    // Lord Howe moves by half an hour; Samoa left out a whole day; 30 minutes past midnight can be yesterday elsewhere.
    assert.strictEqual((yield* convert("2026-04-05T01:45", "Australia/Lord_Howe", "UTC")).status, "overlap")
    assert.strictEqual((yield* convert("2011-12-30T12:00", "Pacific/Apia", "UTC")).status, "gap")
    assert.strictEqual((yield* convert("2026-01-01T00:30", "Pacific/Kiritimati", "Pacific/Pago_Pago")).day_change, -2)
  }),
)

it("a local reading converted to an instant and back stays the same", () => {
  for (const zone of ["Europe/Dublin", "America/St_Johns", "Asia/Tehran", "Australia/Lord_Howe", "Africa/Casablanca", "Antarctica/Troll"])
    for (let instant = at("2026-01-01T00:00:00Z"); instant < at("2027-01-01T00:00:00Z"); instant += 5 * 3_600_000 + 60_000) {
      const offset = offsetAt(zone, instant)
      assert.include(instantsOf(zone, instant + offset * 1_000), instant)
      assert.strictEqual(at(localText(instant, offset)), instant)
    }
  // The offsets of Monrovia had seconds until 1972.
  assert.strictEqual(offsetAt("Africa/Monrovia", at("1971-06-01T00:00:00Z")), -2_670)
  assert.deepEqual(nextChange("America/New_York", at("2026-11-01T05:59:59Z")), { at: at("2026-11-01T06:00:00Z"), offset: -18_000 })
})

it("a daylight saving period is distinguished from a lasting change of the offset", () => {
  assert.isTrue(isDaylightSaving("Europe/Dublin", at("2026-07-01T00:00:00Z")))
  assert.isFalse(isDaylightSaving("Europe/Dublin", at("2026-01-01T00:00:00Z")))
  assert.isFalse(isDaylightSaving("Africa/Casablanca", at("2026-07-01T00:00:00Z")))
  // Almaty gave up an hour for good in March 2024.
  assert.isFalse(isDaylightSaving("Asia/Almaty", at("2024-02-01T00:00:00Z")))
})

it("zones have their IANA names, and a country near a border gets its own zones", () => {
  assert.deepEqual(["us/pacific", "Europe/Kiev", "utc", "+01:00", "__proto__", "Nowhere/City", ""].map(ianaZone), [
    "America/Los_Angeles",
    "Europe/Kyiv",
    "UTC",
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  assert.deepEqual(
    [zoneInCountry("BH", 26.27, 50.63), zoneInCountry("DE", 47.7, 8.69), zoneInCountry("BV", -54.4, 3.4)],
    ["Asia/Bahrain", "Europe/Busingen", null],
  )
})

it("the clockwork source refuses an input that is not a place, a zone or a time", () => {
  const refused = (body: Record<string, unknown>) =>
    refusedField(clockwork, "time.convert", { date_time: "2026-01-01T00:00", from: "UTC", to: "UTC", ...body })
  assert.isUndefined(refused({}))
  for (const date_time of [
    "2026-02-30T00:00",
    "2026-01-01T24:00",
    "2026-01-01T00:60",
    "1969-12-31T23:59",
    "2101-01-01T00:00",
    "2026-01-01",
    "2026-01-01T00:00Z",
    "now",
    "",
  ])
    assert.strictEqual(refused({ date_time }), "time.date_time", date_time)
  assert.strictEqual(refused({ to: "Mars/Base" }), "time.to")
  assert.strictEqual(refused({ from: "x".repeat(10_000) }), "time.from")
  for (const latitude of [91, -91, Number.NaN, Number.POSITIVE_INFINITY, "51", null])
    assert.strictEqual(refusedField(clockwork, "time.zone_at", { latitude, longitude: 0 }), "geo.latitude")
})

it.effect("the clockwork source lists every operation that it answers", () =>
  Effect.gen(function* () {
    const inputs = [
      { latitude: 1, longitude: 2 },
      { zone: "UTC" },
      { zone: "UTC", day: "2027-01-01" },
      { date_time: "2026-01-01T00:00", from: "UTC", to: "Asia/Tokyo" },
      { date_time: "2026-01-01T00:00", zone: "UTC" },
      { start: "2026-01-01T00:00", start_zone: "UTC", end: "2026-01-01T02:00", end_zone: "UTC" },
      { from: "UTC", to: "Asia/Tokyo" },
      { zone: "UTC", year: 2027 },
      { unix: 0 },
      { date_time: "2026-01-01T00:00", unix_unit: "seconds" },
      { start: "2026-01-01T22:00", end: "2026-01-01T02:00" },
      { date_time: "2026-01-01T22:00", duration: "PT2H" },
    ]
    for (const [index, operation] of clockwork.operations.entries())
      assert.sameMembers([...operation.output], [...pathsOf((yield* ask(clockwork, operation.id, inputs[index]!)).data)])
    assert.deepEqual(
      clockwork.operations.map(({ pricing }) => pricing.price),
      Array.from({ length: 12 }, () => 500n),
    )
  }),
)

it.effect("time.offset gives the offset of a day as the law has it, also in Ramadan and on the day of a change", () =>
  Effect.gen(function* () {
    // Morocco set its clocks back for Ramadan, which lasted from 18 February to 19 March 2026. Nuuk is at -02:00 since 2023.
    const expected = [
      ["Africa/Casablanca", "2026-04-15", "+01:00", false],
      ["Africa/Casablanca", "2026-02-25", "+00:00", false],
      ["America/Nuuk", "2027-01-15", "-02:00", false],
      ["America/Nuuk", "2027-07-01", "-01:00", true],
      ["Australia/Adelaide", "2027-01-01", "+10:30", true],
      ["Asia/Almaty", "2026-11-23", "+05:00", false],
    ] as const
    for (const [zone, day, offset, isSummer] of expected) {
      const { data } = yield* ask(clockwork, "time.offset", { zone, day })
      assert.deepEqual(
        [zone, day, data.time.utc_offset, data.time.daylight_saving, data.time.change_that_day],
        [zone, day, offset, isSummer, null],
      )
    }
    const { data } = yield* ask(clockwork, "time.offset", { latitude: 52.52, longitude: 13.405, day: "2027-03-28" })
    assert.deepEqual(
      [data.time.zone, data.time.utc_offset, data.time.change_that_day.local],
      ["Europe/Berlin", "+02:00", "2027-03-28T03:00:00+02:00"],
    )
  }),
)

it("a day whose midnight the clocks skip starts at the change", () => {
  const day = Date.UTC(2026, 8, 6) / 86_400_000
  assert.strictEqual(new Date(startOfDay("America/Santiago", day)).toISOString(), "2026-09-06T04:00:00.000Z")
  assert.strictEqual(new Date(startOfDay("Europe/Berlin", day)).toISOString(), "2026-09-05T22:00:00.000Z")
})
