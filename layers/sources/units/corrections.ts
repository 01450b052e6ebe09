/** What the package rounds or takes roughly, as exact factors of its base units (by the unit's first name). */
export const exactFactors: Readonly<Record<string, string>> = {
  // International pound and standard gravity.
  "pound of force": "4.4482216152605",
  kip: "4448.2216152605",
  poundal: "0.138254954376",
  "pound per square inch": "4.4482216152605/0.00064516",
  "short hundredweight": "45359.237",
  "long hundredweight": "50802.34544",
  horsepower: "745.69987158227022",
  torr: "101325/760",
  "foot-candle": "1/0.09290304",
  // International foot and inch.
  "US survey foot": "1200/3937",
  pica: "0.0254/6",
  point: "0.0254/72",
  mǔ: "2000/3",
  "cubic mile": "4168181825.440579584",
  celsius: "1",
  fahrenheit: "5/9",
  rankine: "5/9",
  "board foot": "0.028316846592/12",
  "measurement ton": "1.13267386368",
  "US dry barrel": "0.115627123584",
  "US bushel": "0.03523907016688",
  // Astronomical unit of IAU 2012, divided by the tangent of a second of arc, to 20 digits.
  parsec: "30856775814913672.789",
  // Part of a turn, so that only the radian is irrational.
  turn: "1",
  degree: "1/360",
  gradian: "1/400",
  arcminute: "1/21600",
  arcsecond: "1/1296000",
  radian: "1/6.2831853071795864769252867665590057683943387987502",
  // Julian years (IAU): a calendar's years and months have no one length.
  month: "2629800",
  year: "31557600",
  decade: "315576000",
  century: "3155760000",
  millennium: "31557600000",
}

export const notes: Readonly<Record<string, string>> = {
  month: "A month is taken as a twelfth of the Julian year of 365.25 days.",
  year: "A year is taken as the Julian year of 365.25 days.",
  decade: "A year is taken as the Julian year of 365.25 days.",
  century: "A year is taken as the Julian year of 365.25 days.",
  millennium: "A year is taken as the Julian year of 365.25 days.",
  horsepower: "Mechanical horsepower: 550 foot-pounds a second.",
  radian: "π is irrational: the result is rounded.",
  gallon: "US liquid gallon; the imperial one is larger.",
  pint: "US liquid pint; the imperial one is larger.",
  quart: "US liquid quart; the imperial one is larger.",
  "US fluid ounce": "US fluid ounce; the imperial one is smaller.",
  "US bushel": "US bushel, a measure of volume; the imperial one is larger.",
  cup: "US customary cup, half a US pint.",
  teaspoon: "US teaspoon, a sixth of a US fluid ounce.",
  tablespoon: "US tablespoon, half a US fluid ounce.",
}

/** Symbols of the package that mean something else to most people, or nothing. */
export const ambiguousSymbols: ReadonlySet<string> = new Set("Aq CP HK Hg M S c cp cwt dB db da dec fn nt p r".split(" "))

/** Units of the United States → the imperial unit of the same name: a name without either of the two words can mean both. */
export const imperialTwins: Readonly<Record<string, string>> = {
  gallon: "imperial gallon",
  quart: "imperial quart",
  pint: "imperial pint",
  "US fluid ounce": "imperial fluid ounce",
  "US bushel": "imperial bushel",
}

/** Names of the calorie by which people mean the kilocalorie where food is concerned. */
export const foodCalorieNames: ReadonlySet<string> = new Set(["cal", "cals", "calorie", "calories"])

const perSecond = (name: string) => [`${name} per second`, `${name}s per second`]
const bitSymbols = [
  ["bit/s", "bps"],
  ["kbit/s", "kbps"],
  ["Mbit/s", "Mbps"],
  ["Gbit/s", "Gbps"],
  ["Tbit/s", "Tbps"],
]
const byteSymbols = [["B/s"], ["kB/s", "KB/s"], ["MB/s"], ["GB/s"], ["TB/s"]]

const milesPerGallon = (gallon: string) =>
  ["mpg", "miles per gallon", "mile per gallon"].map((name) => `${gallon} ${name}`).concat(`miles per ${gallon} gallon`)
const distances = ["kilometers", "km", "kilometres", "kilometer", "kilometre"]

/** Units of which more is less of the kind's base unit: the amount is `factor` divided by the value. */
export const reciprocalUnits: ReadonlySet<string> = new Set(["liter per 100 kilometers"])

/** What the package lacks: kind, name and aliases, factor of the kind's base unit. */
export const additionalUnits: ReadonlyArray<readonly [kind: string, names: ReadonlyArray<string>, factor: string]> = [
  ["speed", ["meter per second", "meters per second", "metre per second", "metres per second", "mps", "m/s"], "1"],
  ["speed", ["kilometer per hour", "kilometers per hour", "kilometre per hour", "kilometres per hour", "kmh", "kph", "km/h"], "1/3.6"],
  ["speed", ["mile per hour", "miles per hour", "mi/h", "mph"], "0.44704"],
  ["speed", ["foot per second", "feet per second", "fps", "ft/s"], "0.3048"],
  ["speed", ["knot", "knots", "nautical miles per hour", "kts", "kn"], "1852/3600"],
  ["energy", ["calorie", "calories", "thermochemical calorie", "small calorie", "small calories", "cal"], "4.184"],
  ["energy", ["kilocalorie", "kilocalories", "food calorie", "food calories", "large calorie", "large calories", "kcal"], "4184"],
  ["energy", ["British thermal unit", "British thermal units", "BTU", "Btu"], "1055.05585262"],
  ["energy", ["electronvolt", "electronvolts", "eV"], "1.602176634e-19"],
  ["mass", ["carat", "carats", "ct"], "0.2"],
  ["count", ["piece", "pieces", "pcs"], "1"],
  ["count", ["dozen", "dozens"], "12"],
  ["count", ["gross"], "144"],
  ["count", ["great gross"], "1728"],
  ["length", ["astronomical unit", "astronomical units", "au"], "149597870700"],
  ["length", ["fathom", "fathoms"], "1.8288"],
  ["length", ["furlong", "furlongs"], "201.168"],
  ["power", ["metric horsepower", "PS"], "735.49875"],
  // A rise by 10 °C is one by 18 °F: the zero points of the scales do not count.
  ["temperature difference", ["kelvin of difference", "kelvins of difference"], "1"],
  ["temperature difference", ["celsius of difference", "degree Celsius of difference", "degrees Celsius of difference"], "1"],
  ["temperature difference", ["fahrenheit of difference", "degree Fahrenheit of difference", "degrees Fahrenheit of difference"], "5/9"],
  [
    "volume",
    [
      "oil barrel",
      "barrel oil",
      "barrels oil",
      "oil barrels",
      "barrel of oil",
      "barrels of oil",
      "barrels of crude",
      "barrel of crude",
      "barrel of crude oil",
      "barrels of crude oil",
      "barell of crude",
      "barrel crude",
      "bbl",
    ],
    "0.158987294928",
  ],
  ["length", ["thou", "thous", "thou of an inch", "mil", "mils", "thousandth of an inch", "thousandths of an inch"], "0.0000254"],
  ["area", ["rood", "roods"], "1011.7141056"],
  ["mass", ["tola", "tolas"], "11.6638038"],
  ["area", ["tsubo", "tsubos", "pyeong"], "400/121"],
  ["area", ["rai", "rais"], "1600"],
  ["area", ["dunam", "dunams", "dönüm", "donum", "dönüms"], "1000"],
  ["mass", ["quintal", "quintals", "qtl"], "100000"],
  ["mass", ["pennyweight", "pennyweights", "dwt"], "1.55517384"],
  [
    "pressure",
    ["millimeter of mercury", "millimeters of mercury", "millimetre of mercury", "millimetres of mercury", "mmHg"],
    "133.322387415",
  ],
  ["power", ["BTU per hour", "BTUs per hour", "British thermal units per hour", "BTU/h", "BTU/hr"], "1055.05585262/3600"],
  ["energy", ["foot-pound of energy", "foot-pounds of energy", "foot-pounds force", "ft·lbf", "ft-lbf"], "1.3558179483314004"],
  ["torque", ["newton meter", "newton meters", "newton metre", "newton metres", "newton-meters", "newton-metres", "N·m", "N m", "Nm"], "1"],
  [
    "torque",
    ["pound-foot", "pound-feet", "pounds feet", "pound of force foot", "lb-ft", "lbf·ft", "lbf-ft", "lb·ft", "lbft"],
    "1.3558179483314004",
  ],
  ["torque", ["pound-inch", "pound-inches", "inch-pound", "inch-pounds", "in-lb", "in-lbs", "in·lb", "lbf·in"], "0.1129848290276167"],
  ["torque", ["kilogram-force meter", "kilogram-force meters", "kilogram-force metre", "kgf·m", "kgf-m", "kgfm", "mkg"], "9.80665"],
  [
    "fuel economy",
    [
      "kilometer per liter",
      ...distances
        .flatMap((distance) => ["liter", "litre", "l"].map((name) => `${distance} per ${name}`))
        .filter((name) => name !== "kilometer per liter"),
      "kmpl",
      "km/l",
    ],
    "1",
  ],
  ["fuel economy", milesPerGallon("US"), "1.609344/3.785411784"],
  [
    "fuel economy",
    [
      ...milesPerGallon("imperial"),
      "miles per UK gallon",
      "miles per British gallon",
      "miles to the UK gallon",
      "miles to the imperial gallon",
    ],
    "1.609344/4.54609",
  ],
  [
    "fuel economy",
    [
      ...["liter", "liters", "litres", "litre", "l"].flatMap((name) =>
        [...distances.map((distance) => ` ${distance}`), "km"].map((distance) => `${name} per 100${distance}`),
      ),
      "liters/100 km",
      "litres/100 km",
      "l/100km",
      "l/100 km",
    ],
    "100",
  ],
  ["volume", ["metric cup", "metric cups"], "0.00025"],
  ...["bit", "kilobit", "megabit", "gigabit", "terabit"].map(
    (name, place) => ["data rate", [...perSecond(name), ...bitSymbols[place]!], String(1000 ** place)] as const,
  ),
  ...["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"].map(
    (name, place) => ["data rate", [...perSecond(name), ...byteSymbols[place]!], String(8 * 1000 ** place)] as const,
  ),
]

/** Names that several units share: none of them is meant more often than the others. */
export const sharedNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  mpg: ["US mpg", "imperial mpg"],
  "miles per gallon": ["US mpg", "imperial mpg"],
  "mile per gallon": ["US mpg", "imperial mpg"],
  // The same product is a work and a torque: the other unit distinguishes them.
  ...Object.fromEntries(
    ["foot-pound", "foot-pounds", "foot pound", "foot pounds", "ft-lb", "ft-lbs", "ft lb", "ft lbs", "ft·lb", "ftlb", "ftlbs", "ft.lb"].map(
      (name) => [name, ["foot-pound of energy", "pound-foot"]],
    ),
  ),
  ton: ["short ton", "long ton", "tonne"],
  tons: ["short ton", "long ton", "tonne"],
  "fluid ounce": ["US fluid ounce", "imperial fluid ounce"],
  "fluid ounces": ["US fluid ounce", "imperial fluid ounce"],
  barrel: ["oil barrel", "US dry barrel"],
  barrels: ["oil barrel", "US dry barrel"],
}
