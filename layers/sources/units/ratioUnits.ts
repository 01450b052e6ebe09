type Names = ReadonlyArray<string>
/** The names of a unit in one and in several, its symbols, and its factor of the base unit. */
type Part = readonly [singular: Names, plural: Names, symbols: Names, factor: string]

const masses: ReadonlyArray<Part> = [
  [["gram", "gramme"], ["grams", "grammes"], ["g"], "1"],
  [["milligram"], ["milligrams"], ["mg"], "0.001"],
  [["microgram"], ["micrograms"], ["µg", "ug"], "0.000001"],
  [["kilogram", "kilo"], ["kilograms", "kilos"], ["kg", "kgs"], "1000"],
  [["tonne", "metric ton"], ["tonnes", "metric tons"], ["t"], "1000000"],
  [["pound"], ["pounds"], ["lb", "lbs"], "453.59237"],
  [["ounce"], ["ounces"], ["oz"], "28.349523125"],
]

const areas: ReadonlyArray<Part> = [
  [["square meter", "square metre"], [], ["m2", "m²", "m^2", "sqm", "sq m"], "1"],
  [["square centimeter", "square centimetre"], [], ["cm2", "cm²"], "0.0001"],
  [["square yard"], [], ["yd2", "yd²", "sq yd", "sqyd"], "0.83612736"],
  [["square foot"], [], ["ft2", "ft²", "sq ft", "sqft"], "0.09290304"],
  [["hectare"], [], ["ha"], "10000"],
  [["acre"], [], ["ac"], "4046.8564224"],
]

const volumes: ReadonlyArray<Part> = [
  [["liter", "litre"], ["liters", "litres"], ["l", "L"], "1"],
  [["milliliter", "millilitre"], ["milliliters", "millilitres"], ["ml", "mL"], "0.001"],
  [["deciliter", "decilitre"], ["deciliters", "decilitres"], ["dl", "dL"], "0.1"],
  [["cubic meter", "cubic metre"], ["cubic meters", "cubic metres"], ["m3", "m³", "m^3", "cbm"], "1000"],
  [["cubic centimeter", "cubic centimetre"], ["cubic centimeters", "cubic centimetres"], ["cm3", "cm³", "cc"], "0.001"],
  [["cubic foot"], ["cubic feet"], ["ft3", "ft³", "cu ft"], "28.316846592"],
  [["cubic yard"], ["cubic yards"], ["yd3", "yd³", "cu yd"], "764.554857984"],
  [["US gallon"], ["US gallons"], ["US gal"], "3.785411784"],
  [["imperial gallon"], ["imperial gallons"], ["imp gal"], "4.54609"],
]

const times: ReadonlyArray<Part> = [
  [["second"], [], ["s", "sec"], "1"],
  [["minute"], [], ["min"], "60"],
  [["hour"], [], ["h", "hr"], "3600"],
  [["day"], [], ["d"], "86400"],
]

const unitsPer = (
  kind: string,
  amounts: ReadonlyArray<Part>,
  denominators: ReadonlyArray<Part>,
): ReadonlyArray<readonly [kind: string, names: Names, factor: string]> =>
  amounts.flatMap(([single, several, symbols, factor]) =>
    denominators.map(([per, , short, divisor]) => {
      const inWords = [...single, ...several, ...symbols].flatMap((amount) => [...per, ...short].map((each) => `${amount} per ${each}`))
      const inSymbols = symbols.flatMap((amount) => [...short, ...per].flatMap((each) => [`${amount}/${each}`, `${amount} / ${each}`]))
      return [kind, [...inWords, ...inSymbols], `${factor}/${divisor}`] as const
    }),
  )

/** Usual short names of some of these units, and revolutions. */
const shortNames: Readonly<Record<string, Names>> = {
  "gram per square meter": ["gsm", "GSM"],
  "US gallon per minute": ["gpm", "GPM"],
  "cubic foot per minute": ["cfm", "CFM"],
}

/** Units that are one unit per another: densities, masses of an area, flows. Kind, names, factor of the kind's base unit. */
export const ratioUnits: ReadonlyArray<readonly [kind: string, names: Names, factor: string]> = [
  ...unitsPer("mass per area", masses, areas),
  ...unitsPer("density", masses, volumes),
  ...unitsPer("volume flow", volumes, times),
  ["frequency", ["revolution per minute", "revolutions per minute", "rpm", "RPM"], "1/60"] as const,
].map(([kind, names, factor]) => [kind, [...names, ...(shortNames[names[0] ?? ""] ?? [])], factor] as const)
