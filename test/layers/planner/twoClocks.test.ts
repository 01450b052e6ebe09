import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  // A clock of 24 hours, after midnight.
  ["my shift is 19:45 to 08:15, how many hours is that with a 1 hour unpaid break", "2026-11-28T19:45", "2026-11-29T08:15"],
  ["from 22:15 to 11:10 how long", "2026-11-28T22:15", "2026-11-29T11:10"],
  // Clocks of twelve hours, of one day.
  ["from 9:00 to 5:30 how many hours", "2026-11-28T09:00", "2026-11-28T17:30"],
  ["I work from 8.30 to 5.15, how many hours", "2026-11-28T08:30", "2026-11-28T17:15"],
  ["night shift from 11:00 to 7:00 how many hours", "2026-11-28T11:00", "2026-11-29T07:00"],
])("the second of two clock times is on the day and in the half of it that is meant: %s", (question, start, end) => {
  const [step] = planOf(question).steps
  const valueOf = (field: string) => {
    const binding = step?.input[field]
    return binding !== undefined && "value" in binding ? binding.value : undefined
  }
  assert.deepEqual([step?.operation, valueOf("time.start"), valueOf("time.end")], ["time.hours_between", start, end])
})

it("the end of office hours that are converted is in the afternoon", () => {
  const times = planOf("Office is open 9 to 5 London time, what is that in Tokyo?").steps.map(({ input }) => input["time.date_time"])
  assert.deepEqual(times, [
    { _tag: "Value", value: "2026-11-28T09:00" },
    { _tag: "Value", value: "2026-11-28T17:00" },
  ])
})
