import { convert, type Unit as PackageUnit } from "convert"
import { conversions, MeasureKind } from "convert/conversions"
import {
  additionalUnits,
  exactFactors,
  foodCalorieNames,
  imperialTwins,
  notes,
  ambiguousSymbols,
  reciprocalUnits,
  sharedNames,
} from "./corrections.ts"
import { ratioUnits } from "./ratioUnits.ts"
import { minus, over, parseRational, plus, type Rational, ratio, times } from "./rational.ts"

export interface Unit {
  readonly name: string
  readonly symbol: string | null
  readonly kind: string
  /** (value + offset) · factor is the amount in the kind's base unit. */
  readonly factor: Rational
  readonly offset: Rational
  /** The amount in the base unit is the factor divided by the value: litres per 100 km. */
  readonly isReciprocal?: boolean
  readonly note: string | null
  readonly aliases: ReadonlyArray<string>
}

const offsets: Readonly<Record<string, string>> = { celsius: "273.15", fahrenheit: "459.67" }

const extraAliases: Readonly<Record<string, ReadonlyArray<string>>> = {
  foot: ["feet and inches", "foot and inches", "ft and in", "ft and inches"],
  pound: ["pounds and ounces", "lb and oz", "lbs and oz"],
  stone: ["stone and pounds", "stones and pounds", "stone and lb", "st and lb"],
  hectare: ["hectar", "hectars"],
  hour: ["hrs", "hr"],
  minute: ["mins"],
  second: ["secs"],
  kilobyte: ["KB"],
  kilobit: ["Kb"],
  microgram: ["mcg", "ug"],
  byte: ["octet", "octets"],
  celsius: ["degrees Celsius", "degree Celsius", "deg Celsius", "degrees C", "degree C", "deg C", "degC", "centigrade", "celcius"],
  fahrenheit: ["degrees Fahrenheit", "degree Fahrenheit", "deg Fahrenheit", "degrees F", "degree F", "deg F", "degF"],
  kilogram: ["kilo", "kilos", "kgs", "kilogramm", "kilogramms"],
  "foot-candle": ["footcandle", "footcandles"],
  // As traders write them: in capitals the symbol of the megatonne is a metric ton, in small letters that of the gigametre a gram.
  tonne: ["MT", "metric tonne", "metric tonnes"],
  gram: ["gm", "gms"],
  kilometer: ["kms"],
  mile: ["statute mile", "statute miles", "land mile", "land miles"],
  "long ton": ["UK tons", "British ton", "British tons"],
  liter: ["ltr", "ltrs"],
  micrometer: ["micron", "microns"],
  "troy ounce": ["troy ounces", "troy oz", "ounce troy", "ounces troy", "ozt"],
  milliliter: ["cc", "ccm"],
  gallon: ["US gallon", "US gallons"],
  quart: ["US quart", "US quarts"],
  pint: ["US pint", "US pints"],
  cup: ["US cup", "US cups"],
  "US fluid ounce": ["US fl oz"],
  "US bushel": ["bushel", "bushels", "US bushels", "bu"],
  "imperial bushel": ["imperial bushels"],
  "square foot": ["sqft"],
  "square meter": ["sqm"],
  "square kilometer": ["sqkm", "sq km"],
  "square mile": ["sqmi"],
  "square yard": ["sqyd"],
  "square inch": ["sqin"],
  "cubic foot": ["cuft", "cu ft", "cft"],
  "cubic meter": ["cbm"],
}

const kindName = (kind: MeasureKind): string => (MeasureKind[kind] ?? "").replace(/(?!^)([A-Z])/gu, " $1").toLowerCase()

/** Fractions of a bit are never meant: people write `mb` for a megabyte. */
const isFractionOfBit = (kind: MeasureKind, name: string): boolean =>
  kind === MeasureKind.Data && /^(?:hecto|deca|deci|centi|milli|micro|nano|pico|femto)/u.test(name)

/** The exact factor of a unit of the package: the one written down here, else the decimal that the package's double says. */
const factorOf = (name: string, base: string): string => {
  const exact = exactFactors[name]
  if (exact !== undefined) return exact
  const amount = convert(1, name as PackageUnit).to(base as PackageUnit)
  // Of millitorr and the like the package holds rounded multiples of a fraction.
  return name.endsWith("torr") ? `${(amount * 760).toPrecision(12)}/760` : String(amount)
}

/** `liter` and `litre`, `cubic meter` and `cubic metre`. */
const inBothSpellings = (name: string): ReadonlyArray<string> => [name, name.replace(/(?<=(?:l|\bm|[a-z]m)(?:i|e)t)er(?=s?$)/u, "re")]

const packaged: ReadonlyArray<Unit> = [...conversions].flatMap(([kind, { units }]) => {
  const base = units[0]?.names[0] ?? ""
  return units.flatMap(({ names, symbols }) => {
    const unambiguous = symbols.filter((symbol) => !ambiguousSymbols.has(symbol))
    const [name] = names
    // `Kb`, `KB` and `mcg` have no name in the package: they are other spellings of units that it has.
    if (name === undefined || isFractionOfBit(kind, name)) return []
    return {
      name,
      symbol: unambiguous[0] ?? null,
      kind: kindName(kind),
      factor: parseRational(factorOf(name, base)),
      offset: parseRational(offsets[name] ?? "0"),
      note: notes[name] ?? null,
      aliases: [...new Set([...names.flatMap(inBothSpellings), ...unambiguous, ...(extraAliases[name] ?? [])])],
    }
  })
})

const additional: ReadonlyArray<Unit> = [...additionalUnits, ...ratioUnits].map(([kind, aliases, factor]) => ({
  name: aliases[0] ?? "",
  ...(reciprocalUnits.has(aliases[0] ?? "") && { isReciprocal: true }),
  symbol: aliases.findLast((alias) => alias.length <= 4) ?? null,
  kind,
  factor: parseRational(factor),
  offset: ratio(0n),
  note: null,
  aliases,
}))

export const units: ReadonlyArray<Unit> = [...packaged, ...additional]

const byAlias = new Map(units.flatMap((unit) => unit.aliases.map((alias) => [alias, unit])))
const byLowerCaseAlias = Map.groupBy(
  units.flatMap((unit) => unit.aliases.map((alias) => ({ alias: alias.toLowerCase(), unit }))),
  ({ alias }) => alias,
)

/** The units that a text can mean: by name or symbol as written, else in any case. `MW` is not `mW`, but `KM` is only `km`. */
export const unitsNamed = (text: string): ReadonlyArray<Unit> => {
  const written = withSystemFirst(text.trim().replace(/\s+/gu, " "))
  const shared = Object.hasOwn(sharedNames, written.toLowerCase()) ? sharedNames[written.toLowerCase()] : undefined
  if (shared !== undefined) return shared.flatMap((name) => byAlias.get(name) ?? [])
  // `light years` are light-years.
  for (const spelling of [written, written.replaceAll(" ", "-"), written.replaceAll("-", " ")]) {
    const exact = byAlias.get(spelling)
    if (exact) return [exact]
    const inAnyCase = byLowerCaseAlias.get(spelling.toLowerCase())
    if (inAnyCase) return [...new Set(inAnyCase.map(({ unit }) => unit))]
  }
  return []
}

const systems: Readonly<Record<string, string>> = {
  us: "US",
  american: "US",
  uk: "imperial",
  british: "imperial",
  imp: "imperial",
  imperial: "imperial",
}

/** `mpg (UK)`, `UK mpg` → `imperial mpg`; the US gallon is the one that is called gallon. */
const withSystemFirst = (text: string): string => {
  const match =
    /^(?<first>us|american|uk|british|imp|imperial) (?<rest>.+)$|^(?<before>.+?),? \(?(?<last>us|american|uk|british|imp|imperial)\)?$/iu.exec(
      text,
    )
  const { before, first, last, rest } = match?.groups ?? {}
  const system = systems[(first ?? last ?? "").toLowerCase()]
  const name = rest ?? before
  if (system === undefined || name === undefined) return text
  const full = `${system} ${name}`
  if (byLowerCaseAlias.has(full.toLowerCase())) return full
  const own = byLowerCaseAlias.get(name.toLowerCase())?.[0]?.unit
  if (own === undefined) return text
  const twin = Object.entries(imperialTwins).find((pair) => pair.includes(own.name))
  return twin === undefined ? text : twin[system === "US" ? 0 : 1]
}

export interface OtherMeaning {
  readonly unit: Unit
  /** What a reader calls it: the subject of `is meant`. */
  readonly meant: string
}

/** The other unit that a name can mean: the imperial gallon for `gallon` without `US` or `imperial`, the kilocalorie for `calories`. */
export const otherMeaningOf = (text: string): OtherMeaning | undefined => {
  const [unit] = unitsNamed(text)
  if (unit === undefined) return undefined
  if (foodCalorieNames.has(text.trim().toLowerCase())) return otherMeaning("kilocalorie", "the calorie of food (kilocalorie)")
  const isAmerican = /^(?:us|american)\b|\b(?:us|american)\)?$/iu.test(text.trim())
  const twin = isAmerican ? undefined : imperialTwins[unit.name]
  return twin === undefined ? undefined : otherMeaning(twin, "the imperial unit")
}

const otherMeaning = (name: string, meant: string): OtherMeaning | undefined => {
  const unit = byAlias.get(name)
  return unit && { unit, meant }
}

/** How much of a second unit an amount of a first one of the same kind is. */
export const inUnit = (amount: Rational, from: Unit, to: Unit): Rational =>
  to.isReciprocal === true ? over(to.factor, inBase(amount, from)) : minus(over(inBase(amount, from), to.factor), to.offset)

/** In the kind's base unit: of a temperature, in kelvin. */
export const inBase = (amount: Rational, { factor, isReciprocal, offset }: Unit): Rational =>
  isReciprocal === true ? over(factor, amount) : times(plus(amount, offset), factor)

/** Names with a number of several digits in them, which is no amount: `l/100 km`. The longest first. */
export const namesWithNumbers: ReadonlyArray<string> = units
  .flatMap(({ aliases }) => aliases.filter((alias) => /\d{2}/u.test(alias)))
  .sort((a, b) => b.length - a.length)
