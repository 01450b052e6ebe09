import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 30, 18))

it.each([
  ["when is Earth closest to the sun in 2027", { "apsis.kind": "perihelion", "calendar.start_date": "2027-01-01" }],
  ["On which day in January 2027 is the Earth closest to the Sun?", { "apsis.kind": "perihelion", "calendar.end_date": "2027-01-31" }],
  ["perihelion 2027", { "apsis.kind": "perihelion", "calendar.end_date": "2027-12-31" }],
  ["when is the sun furthest from the earth in 2027", { "apsis.kind": "aphelion" }],
  ["next perigee of the moon", { "apsis.kind": "perigee", "calendar.start_date": "2026-11-30" }],
  ["when is the moon farthest from us in May 2027", { "apsis.kind": "apogee", "calendar.start_date": "2027-05-01" }],
  ["exact time of perihelion 2028 in New York time", { "apsis.kind": "perihelion", "time.zone": "America/New_York" }],
])("the nearest and farthest points of earth and moon are looked up: %s", (question, values) => {
  const { steps, unread = [] } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["sky.apsides"], []])
  assert.deepInclude(inputsOf(question), values)
})

it.each([
  ["how far away is the moon on 24 December 2026", { "sky.body": "moon", "date.day": "2026-12-24" }],
  ["how far away is the moon tonight in km", { "sky.body": "moon", "date.day": "2026-11-30" }],
  ["how far is the sun from the earth on 3 January 2027", { "sky.body": "sun", "date.day": "2027-01-03" }],
])("the distance of the moon or the sun is that of a day: %s", (question, values) => {
  const { steps, unread = [] } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["sky.kilometres"], []])
  assert.deepInclude(inputsOf(question), values)
})

it.each(["perihelion of Mars in 2027", "apogee of the ISS", "which town is closest to the sun"])(
  "other bodies have other points, which no source has: %s",
  (question) => assert.notStrictEqual(draftOf(question)._tag, "Planned"),
)

it.each([
  "distance between the sun and the moon",
  "how far is the moon from the sun",
  "distance to Sun City from Pretoria",
  "distance from the sun to Sirius in km",
])("the distance of another body or of a place is not that from the earth: %s", (question) => {
  const draft = draftOf(question)
  if (draft._tag === "Planned")
    assert.notInclude(
      draft.plan.steps.map(({ operation }) => operation),
      "sky.kilometres",
    )
})
