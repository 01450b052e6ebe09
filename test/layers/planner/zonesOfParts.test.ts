import { assert, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 28, 4))

it.each([
  ["what timezone is Japan in", "Asia/Tokyo"],
  ["what's the timezone of Arizona", "America/Phoenix"],
  ["which time zone is Queensland in", "Australia/Brisbane"],
  ["timezone of Bavaria", "Europe/Berlin"],
  ["time zone of Sicily", "Europe/Rome"],
  ["time zone of Tenerife", "Atlantic/Canary"],
  ["Timezone of Nairobi", "Africa/Nairobi"],
])("the time zone of a country, a part of it or a city is known without a search: %s", (question, zone) => {
  const { steps, unread } = planOf(question)
  assert.deepEqual([steps.map(({ operation }) => operation), unread], [["time.zone_at"], undefined])
  assert.strictEqual(inputsOf(question)["time.zone"], zone)
})

it("an island has the clock of its country", () => {
  assert.strictEqual(inputsOf("what time is it in Santorini")["time.zone"], "Europe/Athens")
  assert.deepInclude(inputsOf("time difference between London and Bali"), { "time.from": "Europe/London", "time.to": "Asia/Makassar" })
})

it("the zone of a country with several is a choice", () => assert.strictEqual(draftOf("time zone of Mexico")._tag, "NeedsSelection"))
