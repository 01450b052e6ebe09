import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))
/** What the question says for a field, step by step. */
const valuesOf = (question: string, name: string) =>
  planOf(question).steps.flatMap(({ input }) => {
    const binding = input[name]
    return binding?._tag === "Value" ? [binding.value] : []
  })
const leftOf = (question: string) =>
  planOf(question).limitations.flatMap((text) => /^No step of the plan uses "(.*)"\.$/u.exec(text)?.[1] ?? [])

describe("an enumeration", () => {
  it("is a list, and each of its values has a step", () => {
    assert.deepStrictEqual(valuesOf("holiday on 26 December 2026, yes or no, for a) Latvia b) Estonia c) Finland?", "country.code"), [
      "LV",
      "EE",
      "FI",
    ])
  })
})

describe("each city of a list has its own step", () => {
  it.each([
    ["Time in Tokyo, New York, and London", ["Asia/Tokyo", "America/New_York", "Europe/London"]],
    ["Time in Tokyo, New York and London", ["Asia/Tokyo", "America/New_York", "Europe/London"]],
    ["Time in London, Madrid, Oslo", ["Europe/London", "Europe/Madrid", "Europe/Oslo"]],
    ["What time is it in Berlin, Paris, Madrid, and Rome?", ["Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"]],
    ["Time in London, Singapore and Tokyo", ["Europe/London", "Asia/Singapore", "Asia/Tokyo"]],
    // The surest of them first.
    ["Time in Hong Kong, Tokyo and Sydney", ["Asia/Tokyo", "Australia/Sydney", "Asia/Hong_Kong"]],
  ] as const)("each city has a step with its time zone: %s", (question, zones) => {
    assert.deepStrictEqual(valuesOf(question, "time.zone"), [...zones])
    assert.deepStrictEqual(leftOf(question), [])
  })

  it.each([
    ["Sunset in Rome, New York tomorrow", ["Rome, New York"]],
    ["Sunset in Rome, New York, Sunday 4 July 2027", ["Rome, New York"]],
    ["Sunset in Rochester, New York and Boston tomorrow", ["Rochester, New York", "Boston"]],
  ] as const)("a town and its state are one place: %s", (question, places) =>
    assert.deepStrictEqual(valuesOf(question, "place.name"), [...places]),
  )

  it.each([
    ["5 pm Los Angeles on 3 December: what day and hour in Singapore and in London", ["Europe/London", "Asia/Singapore"]],
    ["Convert 3 pm in New York to Tokyo, London, and Madrid", ["Asia/Tokyo", "Europe/London", "Europe/Madrid"]],
    ["9:00 in Paris on 3 May 2027, what time is it in Tokyo and Sydney?", ["Australia/Sydney", "Asia/Tokyo"]],
  ] as const)("a time is converted for each city of the list: %s", (question, zones) => {
    assert.sameMembers(valuesOf(question, "time.to"), [...zones])
    assert.deepStrictEqual(leftOf(question), [])
  })

  it("a list in which both ends of a distance are is no list of targets", () =>
    assert.notDeepEqual(leftOf("time difference between Tokyo, New York and London"), []))

  it.each([["Time in Boston, New York, and London", ["Boston"]]] as const)(
    "a city without a step is named in the limitations: %s",
    (question, left) => assert.deepStrictEqual(leftOf(question), [...left]),
  )
})

describe("each place of a list has its own step, also if a time zone is named after it", () => {
  it.each([
    ["Sunset in London, Oslo, and New York tomorrow", ["London", "Oslo", "New York"]],
    ["Sunset in London, Oslo, and Madrid", ["London", "Oslo", "Madrid"]],
    ["When is sunset in London, Oslo, and Madrid?", ["London", "Oslo", "Madrid"]],
    ["Airports near Rome, Buenos Aires and Sydney", ["Rome", "Buenos Aires", "Sydney"]],
  ] as const)("each place has a step: %s", (question, places) => {
    assert.deepStrictEqual(valuesOf(question, "place.name"), [...places])
    assert.deepStrictEqual(valuesOf(question, "time.zone"), [])
    assert.deepStrictEqual(leftOf(question), [])
  })
})

describe("a place in a question about a place is not the time zone of another place", () => {
  it.each([
    ["Sunrise in London, Oslo and Madrid tomorrow", ["London", "Oslo", "Madrid"]],
    ["When does the sun rise in London, Oslo, and Madrid?", ["London", "Oslo", "Madrid"]],
    ["Sunrise in London tomorrow and Oslo", ["London", "Oslo"]],
  ] as const)("the places are not time zones: %s", (question, places) => {
    assert.deepStrictEqual(valuesOf(question, "place.name"), [...places])
    assert.deepStrictEqual(valuesOf(question, "time.zone"), [])
  })

  it("a place followed by time is a time zone", () => {
    assert.deepStrictEqual(valuesOf("Sunset in London tomorrow in Oslo time", "time.zone"), ["Europe/Oslo"])
    assert.deepStrictEqual(valuesOf("Sunset in Paris tomorrow, Europe/London", "time.zone"), ["Europe/London"])
  })

  it("a place that no step uses is named in the limitations", () =>
    assert.deepStrictEqual(leftOf("Sunrise in London tomorrow but Oslo"), ["Oslo"]))
})

describe("the same facts are requested for each member of a list, for the day at the end of the list", () => {
  const goalsOf = (question: string) => planOf(question).goals.map(({ facts, text }) => [text, facts])
  const days = (question: string) => [...valuesOf(question, "date.day"), ...valuesOf(question, "calendar.year")]
  const sunset = ["sun.sunset"]

  it.each([
    ["When does the sun set in Paris and Rome today?", 2, sunset, "2026-11-21"],
    ["Sunrise in London, Oslo and Madrid tomorrow", 3, ["sun.sunrise"], "2026-11-22"],
    ["When does the sun set in Paris, Rome, and Athens on 4 July 2027?", 3, sunset, "2027-07-04"],
    ["sunrise and sunset in Paris and Rome tomorrow", 2, ["sun.sunrise", "sun.sunset"], "2026-11-22"],
    ["public holidays in Germany and France in 2027", 2, ["calendar.holidays"], 2027],
  ] as const)("each member has the same facts: %s", (question, length, facts, day) => {
    assert.deepStrictEqual(
      goalsOf(question),
      Array.from({ length }, () => [question, [...facts]]),
    )
    assert.deepStrictEqual(
      days(question),
      Array.from({ length }, () => day),
    )
    assert.deepStrictEqual(leftOf(question), [])
  })

  it("a word of little meaning may precede the day", () => {
    const question = "What time is it in London and Tokyo right now?"
    assert.deepStrictEqual(
      goalsOf(question),
      [question, question].map((text) => [text, ["time.local"]]),
    )
  })

  it("a list with one day for each member keeps both days", () => {
    const question = "Sunset in Paris today and in Rome tomorrow"
    assert.deepStrictEqual(goalsOf(question), [
      ["Sunset in Paris today", sunset],
      ["in Rome tomorrow", sunset],
    ])
    assert.deepStrictEqual(days(question), ["2026-11-21", "2026-11-22"])
  })

  it("the request of the first part applies to the whole list if its members differ in kind", () => {
    assert.deepStrictEqual(
      planOf("Time in Tokyo, Japan and London").steps.map(({ operation }) => operation),
      ["place.search", "time.now", "time.now"],
    )
    assert.deepStrictEqual(valuesOf("Sunset in Springfield, Illinois and Rome", "place.name"), ["Springfield, Illinois", "Rome"])
  })
})

describe("the text of a goal with two parts is that of the question", () => {
  it.each(["My IBAN is GB29NWBK60161331926819, is that valid?", "I am 180 cm tall, convert that to feet"])(
    "the goal has the text of the question: %s",
    (question) =>
      assert.deepStrictEqual(
        planOf(question).goals.map(({ text }) => text),
        [question],
      ),
  )
})

describe("each listed day or year has its own step", () => {
  it.each([
    ["Public holidays in Japan in 2026 and 2027", "calendar.year", [2026, 2027]],
    ["Sunset in Paris today and tomorrow", "date.day", ["2026-11-21", "2026-11-22"]],
    ["is 1 May 2027 or 2 May 2027 a holiday in Germany", "calendar.date", ["2027-05-01", "2027-05-02"]],
    // The ends of a time are no list.
    ["working days between 1 May and 10 June 2027 in Germany", "calendar.start_date", ["2027-05-01"]],
  ] as const)("each day or year has a step: %s", (question, field, days) => assert.deepStrictEqual(valuesOf(question, field), [...days]))
})

describe("each of several conversions has its own step", () => {
  const conversions = (question: string) =>
    planOf(question).steps.map(({ input }) =>
      ["unit.value", "unit.from", "unit.to"].map((field) => (input[field]?._tag === "Value" ? input[field].value : null)).join(" "),
    )

  it.each([
    ["2,500 lb and 90 cu ft. I need kilos and cubic metres", ["2500 lb kilos", "90 cu ft cubic metres"]],
    ["convert 12 inches and 30 lbs to cm and kg", ["12 inches cm", "30 lbs kg"]],
    // The targets in the other order.
    ["convert 12 inches and 30 lbs to kg and cm", ["12 inches cm", "30 lbs kg"]],
    ["12 in to cm and 30 lb to kg", ["12 in cm", "30 lb kg"]],
    ["10 kg and 5 miles in pounds and km", ["10 kg pounds", "5 miles km"]],
  ])("each amount is converted to the target of its kind: %s", (question, expected) => assert.sameMembers(conversions(question), expected))

  it.each([
    ["5 miles in km and metres", ["5 miles km", "5 miles metres"]],
    ["20 psi to bar and kPa", ["20 psi bar", "20 psi kPa"]],
  ])("one amount is converted to each target: %s", (question, expected) => assert.sameMembers(conversions(question), expected))

  it("amounts that no order gives to one of several targets of their kind are not all converted", () => {
    assert.deepStrictEqual(conversions("5 miles and 3 km in feet and yards"), ["5 miles feet"])
    assert.include(planOf("5 miles and 3 km in feet and yards").unread?.join(" "), "3")
  })
})

it("the words of a town's name request no fact", () => {
  const facts = (question: string) => planOf(question).goals.flatMap((goal) => goal.facts)
  assert.deepStrictEqual(facts("next full moon, New York time"), ["moon.next_full_moon"])
  assert.deepStrictEqual(facts("next new moon, New York time"), ["moon.next_new_moon"])
  assert.notInclude(facts("full moon in December, New York time"), "moon.next_new_moon")
})

describe("identifiers of one kind in one clause", () => {
  it.each([
    ["How many addresses in a /22, and how many in a /27?", "subnet.cidr", ["/22", "/27"]],
    ["13335 and 15169 as AS numbers, whose are they", "network.asn", ["AS13335", "AS15169"]],
    [
      "old IBAN DE89370400440532013000, new one is NL91ABNA0417164300, are both valid?",
      "bank.iban",
      ["DE89370400440532013000", "NL91ABNA0417164300"],
    ],
  ] as const)("each has its own step, also with words between: %s", (question, name, values) =>
    assert.deepStrictEqual(valuesOf(question, name), [...values]),
  )

  it.each([
    ["Which organisation runs the autonomous system AS15169 in 2026?", "network.asn", ["AS15169"], "2026"],
    ["country of ASN 3320 (ticket 88123)", "network.asn", ["AS3320"], "88123"],
  ] as const)("a number that is no member of a list has no step and is unread: %s", (question, name, values, unread) => {
    assert.deepStrictEqual(valuesOf(question, name), [...values])
    assert.include(planOf(question).unread ?? [], unread)
  })

  it("numbers in a list behind the noun are AS numbers", () =>
    assert.deepStrictEqual(valuesOf("Who runs ASNs 714, 2914 and 3320?", "network.asn"), ["AS714", "AS2914", "AS3320"]))

  it("an identifier that is taken back has no step without an approval", () => {
    const plan = planOf("not +31201234567 but +3225123456, which country?")
    assert.deepStrictEqual(plan.unread, ["not"])
  })
})

describe("a list is known by the kinds of its values and by what is between them", () => {
  it.each([
    ["FR83404833048 und IT00743110157, both VAT numbers ok?", "tax.vat_number", ["FR83404833048", "IT00743110157"]],
    ["area of Luxembourg et Portugal", "country.code", ["LU", "PT"]],
    ["capital of Paraguay / Myanmar", "country.code", ["PY", "MM"]],
    ["iso 4217 numeric: SEK NOK DKK", "currency.code", ["SEK", "NOK", "DKK"]],
    ["countries of .gg .ai .io", "country.top_level_domain", [".gg", ".ai", ".io"]],
    ["airport names of PVG-HKG-LEJ", "airport.iata", ["PVG", "HKG", "LEJ"]],
    ["number of working days in Poland, Belgium and Denmark in December 2026", "country.code", ["PL", "BE", "DK"]],
    ["capital of\nKazakhstan\nParaguay\n", "country.code", ["KZ", "PY"]],
    ["geo for these\n8.8.8.8\n9.9.9.9\n1.1.1.1", "ip.address", ["8.8.8.8", "9.9.9.9", "1.1.1.1"]],
    // The country is not the first input.
    ["Easter Monday 2027 date + is it holiday in Poland and France", "country.code", ["PL", "FR"]],
  ] as const)("each value has a step of its own: %s", (question, field, values) => {
    assert.sameMembers(valuesOf(question, field), [...values])
    const { limitations, unread } = planOf(question)
    assert.deepStrictEqual(
      [limitations.filter((text) => text.includes("does not use") || text.includes("No step")), unread],
      [[], undefined],
    )
  })

  it.each([
    ["print 120 x 80 cm in inches", [120, 80], ["cm", "cm"]],
    ["12, 24 and 36 inches to cm", [12, 24, 36], ["inches", "inches", "inches"]],
    ["room 4 by 5 m in feet", [4, 5], ["m", "m"]],
    // A number behind a comma alone may be of anything.
    ["item 2, 5 kg in lb", [5], ["kg"]],
    ["2 x 500 ml in fl oz", [1000], ["ml"]],
  ] as const)("numbers joined before one unit are amounts of it: %s", (question, values, units) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.deepStrictEqual([draft._tag, values.length], ["NeedsSelection", 1])
    return assert.deepStrictEqual([valuesOf(question, "unit.value"), valuesOf(question, "unit.from")], [[...values], [...units]])
  })

  it("each member takes the input that the first one takes", () => {
    const question = "Our log has an entry 28.03.2027 02:30 local time Berlin and Madrid. What's that in UTC?"
    assert.deepStrictEqual([valuesOf(question, "time.from"), valuesOf(question, "place.name")], [["Europe/Berlin"], ["Madrid"]])
    assert.deepStrictEqual(valuesOf(question, "time.to"), ["Etc/UTC", "Etc/UTC"])
  })

  it("two addresses or telephone numbers with a slash between them are not one", () => {
    assert.deepStrictEqual(valuesOf("can you check anna@web.de/john@example.com", "email.address"), ["anna@web.de", "john@example.com"])
    assert.deepStrictEqual(valuesOf("+49 1512 3456789/0171 5550123 mobile or landline", "phone.number"), ["+49 1512 3456789"])
    assert.isDefined(planOf("+49 1512 3456789/0171 5550123 mobile or landline").unread)
  })

  it("a city in lower case that no step uses is never passed over in silence", () =>
    assert.deepStrictEqual(planOf("meeting 9am Sydney and Johannesburg 15 jan 2027 = what in london??").unread, ["london"]))
})

describe("a member of a list that cannot be answered", () => {
  it.each([
    ["geo for 8.8.8.8 and 10.24.8.9", "ip.address", ["8.8.8.8"], "10.24.8.9"],
    ["which country has 8.8.8.8 and 300.2.1.1", "ip.address", ["8.8.8.8"], "300.2.1.1"],
    ["VAT number format of Switzerland, Brazil and Poland", "country.code", ["CH", "PL"], "Brazil"],
  ] as const)("is named with its fault, and the others are answered: %s", (question, field, values, left) => {
    const { limitations, unread } = planOf(question)
    assert.deepStrictEqual([valuesOf(question, field), unread], [[...values], undefined])
    assert.lengthOf(
      limitations.filter((text) => text.startsWith(`Nothing is bought for "${left}": `)),
      1,
    )
  })

  it.each(["geo for 10.1.1.1 and 10.24.8.9", "which country has 300.2.1.1 and 301.2.1.1"])(
    "nothing is planned if no member fits: %s",
    (question) => {
      const draft = draftOf(question)
      assert.notStrictEqual(draft._tag, "Planned")
    },
  )
})

it.each([
  ["convert 10 kg, 25 kg and 40 kg to pounds", [10, 25, 40]],
  ["200 nautical miles and 12 nautical miles in km", [200, 12]],
] as const)("each amount of a list with one target is converted: %s", (question, values) => {
  assert.deepStrictEqual(valuesOf(question, "unit.value"), [...values])
  assert.isUndefined(planOf(question).unread)
})

it("a list continues behind `now`, and a sentence behind the full stop of an abbreviated unit", () => {
  const { steps, unread } = planOf("What is the standard VAT in Finland now, and in Estonia?")
  assert.deepEqual(
    steps.map(({ input, operation }) => [operation, input["country.code"]]),
    ["FI", "EE"].map((value) => ["tax.vat_rate", { _tag: "Value" as const, value }]),
  )
  assert.isUndefined(unread)
  assert.strictEqual(planOf("The oven of the recipe says 350 F. in celsius").steps[0]?.operation, "unit.convert")
})

it.each([
  ["Load is 44000 lbs, how many kg is that and how many tonnes?", ["unit.convert", "unit.convert"]],
  ["Writing about the coast: which is bigger by population, Mombasa or Kisumu?", ["place.search", "place.search"]],
  ["Order came from 193.0.6.139: country and currency there?", ["ip.country", "currency.of_country"]],
])("each unit is a value, and a sentence before a colon requests nothing: %s", (question, operations) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [operations, undefined])
})
