import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["golden hour times Cork Saturday 4th September 2027", "sun.times", ["sun.golden_hour_from"]],
  [
    "what time is sunrise in Cape Town on 3 March 2027, and when is golden hour in the evening?",
    "sun.times",
    ["sun.sunrise", "sun.golden_hour_from"],
  ],
  ["civil twilight start and end Munich 30.10.2026", "sun.times", ["sun.civil_dawn", "sun.civil_dusk"]],
  ["how big is the population of Gdynia", "place.search", ["place.population"]],
  ["sunset in Madrid this evening", "sun.times", ["sun.sunset"]],
  ["When is the full moon in January 2027 and what time in UTC?", "moon.phases", ["moon.full_moons"]],
  ["Will there be a full moon on the night of 20 August 2027?", "moon.phase", ["moon.next_full_moon"]],
])("%s", (question, operation, facts) => {
  const { goals, isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.at(-1)!.operation, goals.at(-1)!.facts, unread, isUncertain], [operation, facts, undefined, undefined])
})

it("another hour or week than a known one is not bought as the day or the week", () =>
  assert.deepEqual(planOf("is golden week 2027 from april 29").unread, ["golden"]))

it.each([
  ["When is the next full moon in India", "Asia/Kolkata"],
  ["full moon dates April and May 2027 for the desert camp in Namibia", "Africa/Windhoek"],
  ["Is there a blue moon in Spain in 2027", "Europe/Madrid"],
])("a country beside phases of the moon is where their times are wanted: %s", (question, zone) => {
  assert.deepEqual([valuesOf(question, "time.zone"), planOf(question).unread], [[zone], undefined])
})

it.each([
  ["When is the next total lunar eclipse that can be seen from Nairobi?", ["total"], undefined],
  ["next partial solar eclipse in Oslo", ["partial"], undefined],
  ["next visible total eclipse of the moon in Oslo", ["total"], undefined],
  ["next eclipse in Oslo", [], undefined],
  // What is requested is the kind of the next one.
  ["Will the next eclipse in Oslo be total?", [], undefined],
  ["next total solar eclipse visible in Spain", [], ["total"]],
  // Anywhere on earth: all kinds are answered.
  ["next total lunar eclipse", [], undefined],
  ["When is the next total solar eclipse and can it be seen from Ecuador?", [], ["total"]],
  ["Will the next solar eclipse in Oslo be a total eclipse?", [], ["total"]],
  ["Will Madrid see a partial eclipse on 2 August 2027?", [], undefined],
])("the kind of an eclipse is what is looked for at a place: %s", (question, kinds, unread) => {
  assert.deepEqual([valuesOf(question, "eclipse.wanted_kind"), planOf(question).unread], [kinds, unread])
})
