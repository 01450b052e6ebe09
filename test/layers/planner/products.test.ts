import { assert, describe, it } from "@effect/vitest"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { plansAt } from "./plansAt.ts"

const now = Date.UTC(2026, 10, 24, 9)
const { draftOf, planOf, valuesOf } = plansAt(now)

const amountOf = (question: string) => {
  const { limitations, steps } = planOf(question)
  const [step] = steps
  const valueOf = (field: string) => {
    const binding = step?.input[field]
    return binding?._tag === "Value" ? binding.value : undefined
  }
  return [valueOf("unit.value"), valueOf("unit.from"), limitations[0]]
}

describe("amounts that are products", () => {
  it.each(["-5 x 3 m in square feet", "5 m x -3 m in square feet", "5 m x 3 m x -2 m in square feet"])(
    "an extent with a side that is not above 0 is no amount: %s",
    (question) => {
      const draft = draftOf(question)
      if (draft._tag === "Planned") assert.notInclude(JSON.stringify(draft.plan), "was read as")
    },
  )

  it.each([
    ["floor area of 120 x 80 cm in square feet", 9600, "square centimeter", '"120 x 80 cm" was read as 9600 square centimeters.'],
    ["room 4.5 m by 3.2 m in square feet", 14.4, "square meter", '"4.5 m by 3.2 m" was read as 14.4 square meters.'],
    ["carton 24 x 16 x 12 inches in litres", 4608, "cubic inch", '"24 x 16 x 12 inches" was read as 4608 cubic inches.'],
    ["plot of 60 ft by 120 ft in acres", 7200, "square foot", '"60 ft by 120 ft" was read as 7200 square feet.'],
    // A unit of its own for each side: the product is in the first one in which it is exact.
    ["trench 30 m x 60 cm x 1 m, volume in cubic yards", 18, "cubic meter", '"30 m x 60 cm x 1 m" was read as 18 cubic meters.'],
    ["garden 20 ft by 30 m, how many acres", 182.88, "square meter", '"20 ft by 30 m" was read as 182.88 square meters.'],
    ["two pallets at 1,320 lb each, in kg", 2640, "lb", '"two pallets at 1,320 lb each" was read as 2640 lb together.'],
    [
      "12 drums of 55 US gallons each, how many litres",
      660,
      "US gallons",
      '"12 drums of 55 US gallons each" was read as 660 US gallons together.',
    ],
    ["6 x 0.75 l in ml", 4.5, "l", '"6 x 0.75 l" was read as 4.5 l together.'],
    ["320 bags of coffee of 60 kg in tonnes", 19200, "kg", '"320 bags of coffee of 60 kg" was read as 19200 kg together.'],
    ["60 kg bags of coffee, 320 bags, in metric tons", 19200, "kg", '"60 kg bags of coffee, 320" was read as 19200 kg together.'],
    [
      "How many cubic metres are 48 boxes of 60x40x35 cm?",
      4_032_000,
      "cubic centimeter",
      '"48 boxes of 60×40×35 cm" was read as 4032000 cubic centimeters together.',
    ],
    [
      "carton 60x40x35 cm times 48 in m3",
      4_032_000,
      "cubic centimeter",
      '"60×40×35 cm times 48" was read as 4032000 cubic centimeters together.',
    ],
  ])(
    "an extent is one amount where its kind is requested, and things of one size are counted; the plan states it: %s",
    (question, value, unit, stated) => {
      assert.deepStrictEqual(amountOf(question), [value, unit, stated])
    },
  )

  it.each([
    ["screw 3 x 20 mm in inches", 60],
    ["120 x 80 cm in inches", 9600],
    ["5 kg to lb and 3 kg each to oz", 15],
    ["12 drums of 55 gallons each, how many litres does one hold", 660],
    ["48 boxes of 60x40x35 cm, how many litres is one", 4_032_000],
    ["48 boxes of 60x40x35 cm, how many litres in a box", 4_032_000],
    ["2 suitcases of 23 kg, how many pounds each", 46],
    ["3 bags of 20 kg: what does each bag weigh in pounds", 60],
    ["25 kg bags, 40 bags on a pallet: weight of each bag in lb", 1_000],
    ["luggage limit 2 bags at 23 kg in pounds", 46],
    ["4 doors with 60 l trunk volume in cubic feet", 240],
    ["grade 8 bolts of 20 kg in lb", 160],
    ["2027 models of 75 kg in lb", 152_025],
    ["60 kg bags, 320 sacks, in tons", 19_200],
  ])("no product is made of lengths where a length is requested, nor where the size of one is: %s", (question, product) => {
    assert.isFalse(extract(question, now).some(({ kind, value }) => kind === "unit.value" && value === product))
  })

  it("a volume is not converted to a mass: the refusal names the density that would be needed", () => {
    for (const question of ["3 cups of flour to grams", "how many litres are 5 kg of paint", "2 litres of milk in kg"]) {
      const draft = draftOf(question)
      if (draft._tag !== "Unsupported") return assert.fail(`${question}: ${draft._tag}`)
      assert.include(draft.message, "density")
    }
    for (const question of ["3 cups in ml", "5 kg in lb", "8 fl oz in ml"]) assert.strictEqual(draftOf(question)._tag, "Planned")
  })

  it("a number with a unit or a thousands separator after `at` is no clock time", () => {
    for (const text of ["pallets at 1,320 lb each", "crates at 18 kg", "at 12.500 kg"])
      assert.isFalse(
        extract(text, now).some(({ kind }) => kind === "date.reading"),
        text,
      )
    for (const text of ["at 18 in Tokyo", "at 7 pm", "at 18 h in Rome"])
      assert.isTrue(
        extract(text, now).some(({ kind }) => kind === "date.reading"),
        text,
      )
  })
})

describe("names of currencies", () => {
  const codes = (text: string) =>
    extract(text, now).flatMap(({ kind, options, value }) =>
      kind === "currency.code" ? [options?.map((each) => each.value) ?? value] : [],
    )

  it("are read in the plural that CLDR has, and in small letters after an amount", () => {
    assert.deepStrictEqual(codes("are leva still accepted"), ["BGN"])
    assert.deepStrictEqual(codes("a bill in Danish kroner"), ["DKK"])
    assert.deepStrictEqual(codes("a bill in kroner"), [["DKK", "NOK"]])
    assert.deepStrictEqual(codes("1500 chf in eur"), ["CHF", "EUR"])
    assert.deepStrictEqual(codes("territories that use the NZ dollar"), ["NZD"])
    assert.deepStrictEqual(codes("2 cup in ml"), [])
    assert.deepStrictEqual(codes("the top 100 all the time"), [])
  })

  it("of an amount are no number of ISO 4217", () => {
    const numbers = (text: string) => extract(text, now).flatMap(({ kind, value }) => (kind === "currency.number" ? [value] : []))
    assert.deepStrictEqual(numbers("which currency is 100 lei"), [])
    assert.deepStrictEqual(numbers("invoice over 4,000 pesos, which currency code"), [])
    assert.deepStrictEqual(numbers("which currency has the number 392"), ["392"])
  })
})

describe("the name of a town", () => {
  it("ends before a dash between blanks", () => {
    const places = (text: string) => extract(text, now).flatMap(({ kind, text: name }) => (kind === "place.name" ? [name] : []))
    assert.deepStrictEqual(places("Wolfsburg - Bundesland?"), ["Wolfsburg", "Bundesland"])
    assert.deepStrictEqual(places("where is Stratford-upon-Avon"), ["Stratford-upon-Avon"])
  })
})

describe("an extent of which the sides are requested too", () => {
  it.each([
    ["40 feet by 32 feet, in meters and square meters", [1280, 40, 32]],
    ["convert 13 x 8 x 5 inches to cm and give the volume in litres", [520, 13, 8, 5]],
    ["The box is 31 x 27 x 52 inches, I need cm", [31, 27, 52]],
  ])("each side is converted, and the whole extent: %s", (question, values) => {
    assert.deepEqual([valuesOf(question, "unit.value"), planOf(question).unread], [values, undefined])
  })

  it("a unit that no step converts to is left", () =>
    assert.include(
      planOf("240 US gallons in litres, and what would it be if they meant imperial gallons").unread ?? [],
      "imperial gallons",
    ))
})
