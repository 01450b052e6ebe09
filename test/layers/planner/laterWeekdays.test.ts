import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("a weekday behind a day", () => {
  it("is the first one after that day, not after today", () =>
    assert.deepStrictEqual(inputsOf("Night shift Berlin, Sat 24 Oct 2026 22:00 til Sunday 06:00. Hours to pay?"), {
      "time.start": "2026-10-24T22:00",
      "time.end": "2026-10-25T06:00",
    }))

  it("is the day itself where the question says that", () =>
    assert.deepEqual(
      planOf("Call on Thursday Nov 26, 9:30 am Chicago time. What time is it in London? And is that Thursday a US holiday").steps.at(-1)
        ?.input["calendar.date"],
      { _tag: "Value", value: "2026-11-26" },
    ))

  it("is not the next one where the question names another year", () =>
    assert.deepStrictEqual(planOf("When is Carnival in Brazil in 2027, and is Tuesday a bank holiday?").unread, ["Tuesday"]))
})

it("a period that begins with a day without a year ends in the year that is named", () =>
  assert.deepInclude(inputsOf("Which public holidays are there in Victoria between Christmas and Australia Day 2027?"), {
    "calendar.start_date": "2026-12-25",
    "calendar.end_date": "2027-01-26",
  }))

describe("the week of now", () => {
  it.each(["what calendar week is it now", "what week number is it", "current week number please"])("is that of today: %s", (question) =>
    assert.strictEqual(inputsOf(question)["calendar.date"], "2026-11-27"),
  )

  it("is not meant beside another day", () =>
    assert.notStrictEqual(inputsOf("Is 3 March 2027 a Friday, and what week is it?")["calendar.date"], "2026-11-27"))
})

describe("a city in lower case", () => {
  it("is a zone before `time`", () => {
    assert.strictEqual(inputsOf("winter solstice 2026 in tokyo time")["time.zone"], "Asia/Tokyo")
    assert.strictEqual(draftOf("what is spare time")._tag, "Unsupported")
  })
})
