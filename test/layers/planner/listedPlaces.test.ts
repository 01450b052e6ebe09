import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { leftOf, planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

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

describe("a list is known by the kinds of its values and by what is between them", () => {
  it("each member takes the input that the first one takes", () => {
    const question = "Our log has an entry 28.03.2027 02:30 local time Berlin and Madrid. What's that in UTC?"
    assert.deepStrictEqual([valuesOf(question, "time.from"), valuesOf(question, "place.name")], [["Europe/Berlin"], ["Madrid"]])
    assert.deepStrictEqual(valuesOf(question, "time.to"), ["Etc/UTC", "Etc/UTC"])
  })

  it("a city in lower case that no step uses is never passed over in silence", () =>
    assert.deepStrictEqual(planOf("meeting 9am Sydney and Johannesburg 15 jan 2027 = what in london??").unread, ["london"]))
})

it("the words of a town's name request no fact", () => {
  const facts = (question: string) => planOf(question).goals.flatMap((goal) => goal.facts)
  assert.deepStrictEqual(facts("next full moon, New York time"), ["moon.next_full_moon"])
  assert.deepStrictEqual(facts("next new moon, New York time"), ["moon.next_new_moon"])
  assert.notInclude(facts("full moon in December, New York time"), "moon.next_new_moon")
})

it("each of two regions has its own step", () =>
  assert.deepEqual(valuesOf("Is 31 October a holiday in Hamburg and in Bavaria, or only in one of them", "region.code"), [
    "DE-HH",
    "DE-BY",
  ]))

it("the present is answered beside a month", () =>
  assert.deepEqual(
    planOf("Time difference between Oslo and Seoul right now, and will it be the same in April?").steps.map(
      ({ input }) => "calendar.month" in input,
    ),
    [true, false],
  ))

it("a comparison of a month with the present names both", () =>
  assert.deepEqual(
    planOf("Time difference between Oslo and Seoul right now, and will it be the same in April?").comparison?.things.map(
      ({ label }) => label,
    ),
    ["April", "now"],
  ))
