import { assert, it } from "@effect/vitest"
import { calendarYear } from "../../../../layers/sources/holidays/compute.ts"
import listed from "../../../../layers/sources/holidays/englishNames.json" with { type: "json" }
import { isNamed } from "../../../../layers/sources/holidays/holidayNames.ts"

/** Days of one holiday are beside each other. */
const maxDays = 4

/** Greece and Hungary have two of them. */
const ofSeveral = "National Day"

it("a further English name is that of one holiday of its country", () => {
  const several: Array<string> = []
  for (const [country, rules] of Object.entries(listed)) {
    const { entries } = calendarYear(country, 2027)
    const own = entries.filter(({ substitute }) => !substitute)
    for (const name of Object.values(rules).flatMap((names) => names.split("|"))) {
      const days = own.filter((entry) => isNamed(name, country, entry)).map(({ day }) => day)
      if (name !== ofSeveral && days.length > 0 && Math.max(...days) - Math.min(...days) > maxDays) several.push(`${country} ${name}`)
    }
  }
  assert.deepEqual(several, [])
})
