import { Effect } from "effect"
import { sanitize, listNames } from "../../../domain/sanitize.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem, Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { convertRate } from "./convertRate.ts"
import { Amount, UnitName } from "./inputs.ts"
import { decimalOf, parseRational, type Rational } from "./rational.ts"
import { mixedText } from "./mixed.ts"
import { inBase, inUnit, otherMeaningOf, type Unit, units, unitsNamed } from "./units.ts"
import { logo } from "../logo.ts"

export const convertUnits = defineOperation({
  id: "unit.convert",
  name: "Convert a unit",
  description:
    "Converts an amount between units of the same kind (length, area, volume, mass, temperature, speed, energy, torque, fuel economy, data and more), in exact arithmetic: " +
    "the decimal is exact where it ends, else it is rounded to 20 significant digits and says so. A gallon, quart or pint is that of the United States; the result in imperial ones is given beside it, as is that in kilocalories where calories may be those of food.",
  fields: {
    "unit.value": Amount,
    "unit.from": UnitName("Unit of the amount, by name or symbol; symbols keep their case where it matters (MW, mW).", "mile"),
    "unit.to": UnitName("Unit wanted, of the same kind.", "km"),
  },
  output: [
    "unit.value",
    "unit.from",
    "unit.to",
    "unit.kind",
    "unit.result",
    "unit.result_decimal",
    "unit.mixed",
    "unit.other_meaning",
    "unit.exact",
    "unit.notes",
  ],
  pricing: { model: "per_call", price: microUsd(200n) },
  freshnessSeconds: 30 * 86_400,
  hints: {
    vocabulary:
      "equals equal equivalent express expressed same convert conversion long wide high tall deep thick heavy weigh weighs weight length width height depth size floor area volume footprint holds capacity together total altogether " +
      // Words for what is measured.
      "pressure tyre tyres tire tires temperature temp speed distance mass mileage consumption economy fuel limit allowance baggage luggage suitcase payload tank oven freezer fridge room plot field parcel pallet carton crate box container drum disk drive storage memory file download engine power torque altitude range door ceiling hall metric imperial",
  },
  examples: [
    "100.4 f in c",
    "how much is 12 stone in kilos",
    "200 ml in cups",
    "70 mph km/h",
    "20 gallons how many litres",
    "5 mils in mm",
    "what's 5'11\" in cm",
    "950 sq ft as square metres",
    "express 2 bar in psi",
    "my tank holds 50 litres, how many US gallons",
    "How many kilometers are 26.2 miles?",
    "Convert 451 fahrenheit to celsius",
    "What is 5 feet in centimeters?",
    "How many MiB are 8 gigabytes?",
    "Convert 100 km/h to mph",
    "How much is 3 ounces in grams?",
    "12 stone in kilograms",
    "What is 98.6 °F in °C?",
    "How many feet are in a mile?",
    "5 kg to pounds",
    "How tall is 180 cm in feet?",
    "30 mpg (US) in litres per 100 km",
    "fuel consumption of 6.5 l/100 km in imperial mpg",
    "the truck does 12 km/l, what is that in miles per US gallon",
    "182 cm in feet and inches",
    "10 stone 6 lb in kilos",
    "floor area of 120 x 80 cm in square feet",
    "a box of 40 x 30 x 20 cm, how many litres does it hold",
    "plot of 60 ft by 120 ft in acres",
    "3 crates at 18 kg each in pounds",
    "24 x 330 ml in litres",
    "how many pieces are 12 gross",
    "tyre pressure 32 psi in bar",
    "our van uses 8 l/100 km, what is that in UK miles per gallon",
    "an American car does 30 mpg, what is it in litres per 100 km",
    "the freezer has to be at -18 °C, what is that in fahrenheit",
    "the disk is sold as 4 TB, how many TiB are that",
    "baggage limit of 23 kg in pounds",
    "cabin temperature 22 C in fahrenheit",
    "11 stone 6 in kilos",
    "500 kJ in calories",
    "torque 60 ft-lb in Nm",
  ],
  check: (input) => inputProblem(String(input["unit.value"]), input["unit.from"], input["unit.to"]),
  run: (input) =>
    Effect.sync(() => {
      const [from, to] = pairOf(input["unit.from"], input["unit.to"])
      const amount = parseRational(String(input["unit.value"]))
      const { exact, text } = decimalOf(inUnit(amount, from, to))
      const isRounded = [from, to].some((unit) => unit.name === "radian") && from !== to
      return {
        data: {
          unit: {
            value: String(input["unit.value"]),
            from: unitView(from),
            to: unitView(to),
            kind: from.kind,
            result: Number(text),
            result_decimal: text,
            mixed: mixedText(amount, from, to),
            other_meaning: otherMeaning(amount, input["unit.from"], input["unit.to"]),
            exact: exact && !(isRounded && amount.n !== 0n),
            notes: [...new Set([from.note, to.note].filter((note) => note !== null))],
          },
        },
        documents: 1,
      }
    }),
})

/** The result with the imperial units or kilocalories that the names can mean as well; null if no name can. */
const otherMeaning = (amount: Rational, from: string, to: string) => {
  const [otherFrom, otherTo] = [otherMeaningOf(from), otherMeaningOf(to)]
  const meant = (otherFrom ?? otherTo)?.meant
  if (meant === undefined) return null
  const [source, target] = [otherFrom?.unit ?? onlyUnit(from), otherTo?.unit ?? onlyUnit(to)]
  // From calories to kilocalories, the name that is left open is that of the small calorie.
  if (source === target) return null
  return { meant, from: unitView(source), to: unitView(target), result_decimal: decimalOf(inUnit(amount, source, target)).text }
}

const unitView = ({ name, symbol }: Unit) => ({ name, symbol })

/** The two units of one kind that two names mean, where only one pair of them is of one kind (`ft-lb` beside `Nm` is a torque); else the first ones. */
const pairOf = (from: string, to: string): readonly [from: Unit, to: Unit] => {
  const pairs = pairsOf(from, to)
  return pairs.length === 1 ? pairs[0]! : [onlyUnit(from), onlyUnit(to)]
}

const pairsOf = (from: string, to: string): ReadonlyArray<readonly [from: Unit, to: Unit]> =>
  unitsNamed(from).flatMap((source) => unitsNamed(to).flatMap((target) => (source.kind === target.kind ? [[source, target] as const] : [])))

/** `check` has found exactly one. */
const onlyUnit = (text: string): Unit => unitsNamed(text)[0]!

const inputProblem = (value: string, from: string, to: string): InputProblem | undefined => {
  const unknown = pairsOf(from, to).length === 1 ? undefined : (unclearUnit("unit.from", from) ?? unclearUnit("unit.to", to))
  if (unknown) return unknown
  const [source, target] = pairOf(from, to)
  if (source.kind !== target.kind) {
    const fitting = units.filter(({ kind }) => kind === source.kind).map(({ name }) => name)
    return {
      field: "unit.to",
      reason: `${target.name} measures ${target.kind}, but ${source.name} measures ${source.kind}: ${listNames(fitting)}.`,
    }
  }
  const amount = parseRational(value)
  if (source.kind === "temperature" && inBase(amount, source).n < 0n)
    return { field: "unit.value", reason: "the temperature is below absolute zero. Send a higher value." }
  if (source.kind === "fuel economy" && amount.n <= 0n)
    return { field: "unit.value", reason: "a consumption of fuel is more than 0. Send a positive value." }
  return Number.isFinite(Number(decimalOf(inUnit(amount, source, target)).text))
    ? undefined
    : { field: "unit.value", reason: "the result is larger than a JSON number can hold. Use a larger target unit." }
}

const unclearUnit = (field: string, text: string): InputProblem | undefined => {
  const matches = unitsNamed(text)
  if (matches.length === 1) return undefined
  if (matches.length === 0)
    return { field, reason: `there is no unit "${sanitize(text)}". Use a name or symbol such as meter, kg, fahrenheit or km/h.` }
  return {
    field,
    reason: `"${sanitize(text)}" could be ${listNames(matches.map(({ name, symbol }) => `${symbol ?? name} (${name})`))}. Send one of these.`,
  }
}

export const unitsSource: Source = {
  id: "units",
  name: "Units",
  provider: "Farthing",
  description: `Converts between ${units.length} units of ${new Set(units.map(({ kind }) => kind)).size} kinds in exact arithmetic. Computed in the gateway.`,
  category: "science",
  tags: ["conversion", "imperial", "measurement", "metric", "si", "temperature", "units"],
  sectors: ["engineering", "logistics", "science"],
  capabilities: ["calculate", "convert"],
  jurisdiction: "worldwide",
  attribution:
    "convert by Jonah Snider (MIT); factors that it rounds were replaced by Farthing with their exact definitions (BIPM, NIST SP 811, IAU).",
  sourceUrl: "https://github.com/jonahsnider/convert",
  logoUrl: logo("UN", "#35606e"),
  operations: [convertUnits, convertRate],
}
