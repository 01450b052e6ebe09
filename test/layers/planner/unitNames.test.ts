import { assert, describe, it } from "@effect/vitest"
import { extract } from "../../../layers/planner/extract/extract.ts"

const now = Date.UTC(2026, 10, 21, 9)
const measuresIn = (question: string) =>
  Object.fromEntries(extract(question, now).flatMap(({ kind, value }) => (kind.startsWith("unit.") ? [[kind.slice(5), value]] : [])))
const countriesIn = (question: string) => extract(question, now).flatMap(({ kind, value }) => (kind === "country.code" ? [value] : []))

describe("the units that a question names", () => {
  it.each([
    ["a US car does 32 mpg, what is that in litres per 100 km", { value: 32, from: "US mpg", to: "litres per 100 km" }],
    ["a British car does 40 mpg, what is it in l/100 km", { value: 40, from: "imperial mpg", to: "l/100 km" }],
    ["32 mpg in l/100 km", { value: 32, from: "mpg", to: "l/100 km" }],
    ["32 mpg of the US and the UK in l/100 km", { value: 32, from: "mpg", to: "l/100 km" }],
  ])("are those of the one system that it names: %s", (question, measures) => assert.deepStrictEqual(measuresIn(question), measures))

  it.each([
    ["8 l/100 km in UK miles per gallon", "UK miles per gallon"],
    ["8 l/100 km in miles per UK gallon", "miles per UK gallon"],
  ])("have the name of a country, which is no value of its own: %s", (question, unit) => {
    assert.strictEqual(measuresIn(question)["to"], unit)
    assert.deepStrictEqual(countriesIn(question), [])
  })

  it("a country that is no part of a unit stays a value", () => assert.deepStrictEqual(countriesIn("holidays in the UK"), ["GB"]))

  it.each([
    ["12 stone 4 in kilos", { value: 172, from: "lb", to: "kilos" }],
    ["5 foot 11 to cm", { value: 71, from: "in", to: "cm" }],
    ["6 ft 2 in in cm", { value: 74, from: "in", to: "cm" }],
  ])("a number after stones or feet is one of pounds or inches: %s", (question, measures) =>
    assert.deepStrictEqual(measuresIn(question), measures),
  )

  it.each([
    ["how many minutes in 3.5 hours", { value: 3.5, from: "hours", to: "minutes" }],
    ["how many seconds are in a day", { value: 1, from: "day", to: "seconds" }],
    ["500 W in hp", { value: 500, from: "W", to: "hp" }],
    ["25 deg C in deg F", { value: 25, from: "deg C", to: "deg F" }],
    ["how many ml in a US cup", { value: 1, from: "US cup", to: "ml" }],
  ])("a stretch of time that is converted is no moment, and degrees and cups have their names: %s", (question, measures) => {
    assert.deepStrictEqual(measuresIn(question), measures)
    assert.deepStrictEqual(
      extract(question, now).filter(({ kind }) => kind.startsWith("date")),
      [],
    )
  })

  it.each([
    ["3/8 inch in mm", { value: 0.375, from: "inch", to: "mm" }],
    ["1 1/2 miles in km", { value: 1.5, from: "miles", to: "km" }],
    ["5 3/4 in to mm", { value: 5.75, from: "in", to: "mm" }],
    ["2½ cups in ml", { value: 2.5, from: "cups", to: "ml" }],
  ])("a fraction of a unit is one amount, and no day: %s", (question, measures) => assert.deepStrictEqual(measuresIn(question), measures))

  it.each([
    ["half a mile in metres", { value: 0.5, from: "mile", to: "metres" }],
    ["three quarters of an hour in minutes", { value: 0.75, from: "hour", to: "minutes" }],
    ["quarter of a pound in grams", { value: 0.25, from: "pound", to: "grams" }],
    ["1'250 m in feet", { value: 1250, from: "m", to: "feet" }],
    ["1 250,5 km in miles", { value: 1250.5, from: "km", to: "miles" }],
    ["3 kg + 450 g in lb", { value: 3450, from: "g", to: "lb" }],
    ["12,5 kg = ? lb", { value: 12.5, from: "kg", to: "lb" }],
    ["2000 kcal in kJ", { value: 2000, from: "kcal", to: "kJ" }],
  ])("a part of one unit, apart thousands, a sum and four digits beside a unit are one amount: %s", (question, measures) => {
    assert.deepStrictEqual(measuresIn(question), measures)
    assert.isFalse(extract(question, now).some(({ kind }) => kind.startsWith("date") || kind.startsWith("rate")))
  })

  it.each([
    ["10 °C difference in °F", { value: 10, from: "celsius of difference", to: "fahrenheit of difference" }],
    ["temperature went up by 5 C, what is that in F", { value: 5, from: "celsius of difference", to: "fahrenheit of difference" }],
    ["it dropped to 5 C, what is that in F", { value: 5, from: "C", to: "F" }],
    ["3 oz of gold in grams", { value: 3, from: "troy ounce", to: "grams" }],
    ["500 g of silver in ounces", { value: 500, from: "g", to: "troy ounce" }],
    ["8 oz steak in grams", { value: 8, from: "oz", to: "grams" }],
  ])("differences of temperatures and precious metals have units of their own: %s", (question, measures) =>
    assert.deepStrictEqual(measuresIn(question), measures),
  )

  it.each([
    ["public holidays 2027 US", [2027]],
    ["second quarter 2027 working days in Spain", []],
    ["EUR 2000 net plus German VAT", []],
    ["VAT on 2000 USD", []],
  ])("four digits beside a currency are no year: %s", (question, years) =>
    assert.deepStrictEqual(
      extract(question, now).flatMap(({ kind, value, text }) => (kind === "date.year" && /^\d{4}$/u.test(text) ? [value] : [])),
      years,
    ),
  )

  it("a fraction before another word is a day", () =>
    assert.deepStrictEqual(
      extract("is 3/8 a holiday in Japan", now).flatMap(({ kind, value }) => (kind === "date" ? [value] : [])),
      ["2027-08-03"],
    ))

  it.each([
    ["our vans do 34 mpg (UK). What is that in l/100km?", { value: 34, from: "mpg (UK)", to: "l/100km" }],
    ["torque 85 ft-lbs to Nm", { value: 85, from: "ft-lbs", to: "Nm" }],
    ["a 20 ft-wide gate in metres", { value: 20, from: "ft", to: "metres" }],
    ["154 lb in kg", { value: 154, from: "lb", to: "kg" }],
    // The first amount describes the container.
    ["20 ft container 33.2 cubic metres in cubic feet?", { value: 33.2, from: "cubic metres", to: "cubic feet" }],
    ["Supplier sends the drawing in thou. 250 thou in mm?", { value: 250, from: "thou", to: "mm" }],
  ])("are read with brackets and hyphens, and beside other amounts: %s", (question, measures) =>
    assert.deepStrictEqual(measuresIn(question), measures),
  )

  it("a number after other units has no unit of its own", () => assert.notProperty(measuresIn("12 kg 4 in stone"), "lb"))
})
