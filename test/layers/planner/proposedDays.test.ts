import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["Is Family Day 2027 on February 15 in Ontario?", "calendar.named_holiday", { "holiday.name": "Family Day", "calendar.year": 2027 }],
  ["is Labour Day on 7 September 2026 in Canada", "calendar.named_holiday", { "holiday.name": "Labour Day", "calendar.year": 2026 }],
  ["does Diwali 2027 fall on 29 October in India?", "calendar.named_holiday", { "holiday.name": "Diwali", "calendar.year": 2027 }],
  ["is Easter Monday on Monday 29 March 2027?", "calendar.feast_date", { "feast.name": "Easter Monday", "calendar.year": 2027 }],
  ["Was Easter on 5 April 2026?", "calendar.feast_date", { "feast.name": "Easter", "calendar.year": 2026 }],
])("a day that is proposed for a holiday requests the day of the holiday: %s", (question, operation, inputs) => {
  const { isUncertain, steps, unread } = planOf(question)
  assert.deepEqual([steps.map((step) => step.operation), unread, isUncertain], [[operation], undefined, undefined])
  assert.deepInclude(inputsOf(question), inputs)
})

it.each(["Is Christmas Day on a Sunday in 2027?", "Is Easter Sunday a holiday on 28 March 2027 in France?"])(
  "a weekday, or a day of another request, does not request it: %s",
  (question) => assert.notInclude(["calendar.named_holiday", "calendar.feast_date"], planOf(question).steps[0]!.operation),
)
