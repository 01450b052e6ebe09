import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { decimalOf, parseRational } from "../../../../layers/sources/units/rational.ts"
import { unitsSource } from "../../../../layers/sources/units/source.ts"
import { inUnit, units, unitsNamed } from "../../../../layers/sources/units/units.ts"
import { textOf } from "../textOf.ts"
import { ask, pathsOf, refusedField } from "../gazetteer/answer.ts"

const convert = (value: number | string, from: string, to: string) =>
  Effect.map(ask(unitsSource, "unit.convert", { value, from, to }), ({ data }) => data.unit)

it.effect("a conversion follows the definition of its units and keeps every digit", () =>
  Effect.gen(function* () {
    const exact = [
      [26.2, "mile", "km", "42.1648128"],
      [0.3, "m", "cm", "30"],
      [98.6, "°F", "°C", "37"],
      [-40, "celsius", "fahrenheit", "-40"],
      [0, "celsius", "kelvin", "273.15"],
      [10, "degrees Celsius of difference", "fahrenheit of difference", "18"],
      [1, "lb", "kg", "0.45359237"],
      [1, "US gallon", "l", "3.785411784"],
      [25, "microlitres", "cubic millimetres", "25"],
      [1, "bushel", "litres", "35.23907016688"],
      [1, "t/ha", "kg per acre", "404.68564224"],
      [1000, "kg/m³", "g/cm3", "1"],
      [60, "m3/h", "litres per minute", "1000"],
      [3000, "rpm", "Hz", "50"],
      [1, "imperial gallon", "liters", "4.54609"],
      [8, "GB", "MiB", "7629.39453125"],
      [1, "atm", "torr", "760"],
      [1, "kWh", "MJ", "3.6"],
      [1, "kcal", "J", "4184"],
      [3, "thou", "microns", "76.2"],
      [17, "troy ounces", "grams", "528.7591056"],
      [10, "Mbit/s", "MB/s", "1.25"],
      [760, "mmHg", "Pa", "101325.0144354"],
      [4, "roods", "acre", "1"],
      [100, "long hundredweight", "lb", "11200"],
      [1, "short ton", "lb", "2000"],
      [1, "short hundredweight", "lb", "100"],
      [1, "horsepower", "W", "745.69987158227022"],
      [1, "kip", "lbf", "1000"],
      [100, "ft-lb", "Nm", "135.58179483314004"],
      [100, "ft-lb", "J", "135.58179483314004"],
      [12, "inch-pounds", "pound-foot", "1"],
      [1, "kgf·m", "N·m", "9.80665"],
      [1, "pound-force", "N", "4.4482216152605"],
      [1, "fortnight", "days", "14"],
      [7, "gross", "pieces", "1008"],
      [5, "dozen", "pieces", "60"],
      [1, "barrel of crude", "l", "158.987294928"],
      [360, "degrees", "turn", "1"],
      [1, "nautical mile", "m", "1852"],
      [26, "cbm", "liters", "26000"],
      [2, "MT", "kgs", "2000"],
      [1, "Mt", "t", "1000000"],
      [12, "cft", "cubic feet", "12"],
      [3, "qtl", "kg", "300"],
      [5, "gm", "gms", "5"],
      [4, "sqkm", "ha", "400"],
      [1, "sqmi", "sqyd", "3097600"],
      [1, "sqft", "sqin", "144"],
      [2, "nmi", "kms", "3.704"],
      [2, "ltrs", "ml", "2000"],
      [90, "km/h", "m/s", "25"],
      ["0.1000000000000000000000000001", "m", "mm", "100.0000000000000000000000001"],
      [1e22, "mm", "m", "10000000000000000000"],
      [0, "m", "ft", "0"],
    ] as const
    for (const [value, from, to, result] of exact) {
      const answer = yield* convert(value, from === "US gallon" ? "gallon" : from, to)
      assert.deepEqual([value, from, answer.result_decimal, answer.exact], [value, from, result, true])
      assert.strictEqual(answer.result, Number(result))
    }
    const third = yield* convert(1, "foot", "yards")
    assert.deepEqual([third.result_decimal, third.exact], ["0.33333333333333333333", false])
    assert.strictEqual((yield* convert(451, "F", "C")).result_decimal, "232.77777777777777778")
    assert.strictEqual((yield* convert(100, "km/h", "mph")).result, Number("62.137119223733396962"))
    const pi = yield* convert(180, "deg", "rad")
    assert.deepEqual([pi.result, pi.exact, pi.notes.length], [Math.PI, false, 1])
    assert.strictEqual((yield* convert(1, "psi", "Pa")).result_decimal, "6894.7572931683613367")
    assert.strictEqual((yield* convert(1, "year", "days")).notes.length, 1)
  }),
)

it.effect("a consumption of fuel is converted between distance per volume and volume per distance", () =>
  Effect.gen(function* () {
    // The factors of the US Environmental Protection Agency and of the UK's Vehicle Certification Agency.
    const known = [
      [30, "mpg (US)", "litres per 100 km", 235.214583 / 30],
      [30, "UK mpg", "l/100km", 282.480936 / 30],
      [8, "l/100 km", "miles per imperial gallon", 282.480936 / 8],
      [5, "litres per 100 kilometres", "km/l", 20],
      [10, "km/l", "miles per gallon (US)", 23.521458],
      [6, "liters per 100 km", "l/100km", 6],
    ] as const
    for (const [value, from, to, result] of known)
      assert.closeTo((yield* convert(value, from, to)).result, result, 1e-6, `${value} ${from}`)
    assert.strictEqual(refusedField(unitsSource, "unit.convert", { value: 30, from: "mpg", to: "l/100km" }), "unit.from")
    for (const value of [0, -4])
      assert.strictEqual(refusedField(unitsSource, "unit.convert", { value, from: "l/100km", to: "km/l" }), "unit.value")
    assert.strictEqual(refusedField(unitsSource, "unit.convert", { value: 3, from: "l/100km", to: "liter" }), "unit.to")
  }),
)

it.effect(
  "a unit that the United States and Britain call the same is that of the United States, with the result of the imperial one beside it",
  () =>
    Effect.gen(function* () {
      const gallons = yield* convert(55, "gallons", "litres")
      assert.strictEqual(gallons.result_decimal, "208.19764812")
      assert.deepEqual(gallons.other_meaning, {
        meant: "the imperial unit",
        from: { name: "imperial gallon", symbol: "imp gal" },
        to: { name: "liter", symbol: "l" },
        result_decimal: "250.03495",
      })
      assert.strictEqual((yield* convert(60, "l", "pints")).other_meaning.to.name, "imperial pint")
      for (const name of ["US gallons", "gallons (US)", "UK gallons", "imperial gallons"])
        assert.isNull((yield* convert(55, name, "litres")).other_meaning, name)
      assert.strictEqual((yield* convert(55, "British gallons", "litres")).result_decimal, "250.03495")
    }),
)

it.effect("a result in feet, pounds or stone is given in two units too, and carries into the larger one", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* convert(182, "cm", "feet and inches")).mixed, "5 ft 11.65 in")
    assert.strictEqual((yield* convert(70, "kg", "stone and pounds")).mixed, "11 st 0.32 lb")
    assert.strictEqual((yield* convert(2, "kg", "pounds and ounces")).mixed, "4 lb 6.55 oz")
    assert.strictEqual((yield* convert("1.828799", "m", "ft")).mixed, "6 ft 0 in")
    assert.strictEqual((yield* convert(-1, "m", "ft")).mixed, "-3 ft 3.37 in")
    assert.strictEqual((yield* convert(5.5, "ft", "feet and inches")).mixed, "5 ft 6 in")
    assert.isNull((yield* convert(5, "ft", "feet and inches")).mixed)
    assert.isNull((yield* convert(1, "ft", "m")).mixed)
  }),
)

it.effect("calories may be those of food: the result in kilocalories is stated beside that in small ones", () =>
  Effect.gen(function* () {
    const document = yield* convert(500, "kJ", "calories")
    assert.deepInclude(document.other_meaning, {
      to: { name: "kilocalorie", symbol: "kcal" },
      result_decimal: "119.50286806883365201",
    })
    const text = textOf("unit.convert", { unit: document }, ["unit.result"])
    assert.include(text, "500 kilojoule = 119502.86806883365201 calorie, rounded.")
    assert.include(text, "If the calorie of food (kilocalorie) is meant: 500 kilojoule = 119.50286806883365201 kilocalorie.")
    assert.deepInclude((yield* convert(2000, "Calories", "kJ")).other_meaning, { result_decimal: "8368" })
    for (const name of ["kcal", "food calories", "small calories", "kilocalories"])
      assert.isNull((yield* convert(500, "kJ", name)).other_meaning, name)
    assert.isNull((yield* convert(5, "kcal", "calories")).other_meaning)
    assert.strictEqual((yield* convert(4.184, "kJ", "food calories")).result_decimal, "1")
  }),
)

it("a value converted to any unit and back is unchanged", () => {
  for (const [kind, same] of Map.groupBy(units, (unit) => unit.kind))
    for (const unit of same) {
      const [amount, base] = [parseRational("-12.345"), same[0]!]
      assert.deepEqual(inUnit(inUnit(amount, unit, base), base, unit), amount, `${kind} ${unit.name}`)
    }
  const names = units.flatMap(({ aliases }) => aliases)
  assert.strictEqual(new Set(names).size, names.length)
  for (const unit of units) assert.deepEqual(unitsNamed(unit.name), [unit], unit.name)
})

it("a decimal is written exactly if it ends, else with 20 significant digits", () => {
  const written = (text: string) => decimalOf(parseRational(text)).text
  assert.deepEqual(["1/8", "-5/2", "2/3", "1e-9", "1/3e12", "100", "2e45/3", "199999999999999999999999/1e3", "0"].map(written), [
    "0.125",
    "-2.5",
    "0.66666666666666666667",
    "0.000000001",
    "3.3333333333333333333e-13",
    "100",
    "6.6666666666666666667e+44",
    "199999999999999999999.999",
    "0",
  ])
  for (let i = 1; i < 500; i++) assert.strictEqual(Number(written(`${i * 7919}/${i + 1}`)), (i * 7919) / (i + 1))
})

it("a conversion between incompatible units is refused with the reason", () => {
  const refused = (value: unknown, from: unknown, to: unknown) => refusedField(unitsSource, "unit.convert", { value, from, to })
  assert.isUndefined(refused(1, "KM", "Mile"))
  assert.strictEqual(refused(1, "kg", "m"), "unit.to")
  assert.strictEqual(refused(1, "cubit", "m"), "unit.from")
  assert.strictEqual(refused(1, "m", "__proto__"), "unit.to")
  // `mw` could mean megawatt or milliwatt.
  assert.strictEqual(refused(1, "mw", "W"), "unit.from")
  assert.isUndefined(refused(1, "MW", "mW"))
  assert.strictEqual(refused(-274, "celsius", "kelvin"), "unit.value")
  assert.isUndefined(refused(-273.15, "celsius", "fahrenheit"))
  assert.strictEqual(refused(1e300, "petameter", "femtometer"), "unit.value")
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "", "1/3", "0x10", "1e9999", "1".repeat(61), null, {}])
    assert.strictEqual(refused(value, "m", "ft"), "unit.value")
  for (const from of ["", "m".repeat(65), 1, null]) assert.strictEqual(refused(1, from, "ft"), "unit.from")
})

it.effect("the units source lists every operation that it answers", () =>
  Effect.gen(function* () {
    const [operation] = unitsSource.operations
    assert.sameMembers([...operation!.output], [...pathsOf({ unit: yield* convert(1, "m", "ft") })])
    assert.strictEqual(operation!.pricing.price, 200n)
  }),
)
