import { assert, describe, it } from "vitest"
import { numeralsIn, ungrounded } from "./grounding.ts"
import { at, pointerOf } from "../../../../domain/ask/answer/documentValues.ts"

const results = [
  {
    result_ref: "a",
    data: {
      route: { distance_km: 5540.67, "a/b~c": 3, bearing: -12.5, name: "Gate 7, Pier 12" },
      calendar: {
        date: "2026-07-04",
        holidays: [
          { amount: 2, price: 10 },
          { amount: 3, price: 20 },
          { amount: 4.5, price: 30 },
        ],
      },
      readings: [0.1, 0.2, 4],
      count: 1234567,
      none: null,
      pm2_5: 9,
    },
  },
]

const check = (text: string, ...pointers: ReadonlyArray<string>) =>
  ungrounded(
    text,
    pointers.map((pointer) => ({ result_ref: "a", pointer })),
    results,
  )

describe("numeralsIn", () => {
  it("numbers are normalised to one notation", () => {
    assert.deepEqual(numeralsIn("It is 5,540.670 km, 07 of 1,234,567 (twelve)."), ["5540.67", "7", "1234567", "12"])
    assert.deepEqual(numeralsIn("from 5-10 to -3.50, \u22124"), ["5", "10", "-3.5", "-4"])
    assert.deepEqual(numeralsIn("200.160.2.3 on 2026-07-04T09:30:00+01:00"), ["200.160.2.3", "2026", "7", "4", "9", "30", "0", "1", "0"])
    assert.deepEqual(numeralsIn("one moon, ½ lit, ٣ craters, GB29"), ["½", "٣", "29"])
    assert.deepEqual(numeralsIn("1,2 and 1,2345"), ["1", "2", "1", "2345"])
  })
})

describe("ungrounded", () => {
  it("a text whose numbers the pointers give is grounded", () => {
    assert.deepEqual(check("It is 5,540.67 km.", "/data/route/distance_km"), [])
    assert.deepEqual(check("On 4 July 2026.", "/data/calendar/date"), [])
    assert.deepEqual(check("There are three holidays, 9.5 in all.", "/data/calendar/holidays"), [])
    assert.deepEqual(check("They add up to 4.3.", "/data/readings"), [])
    assert.deepEqual(check("A bearing of -12.5 degrees, from gate 7.", "/data/route"), [])
    assert.deepEqual(check("PM 2.5 is 9; a count of 1,234,567.", "/data/pm2_5", "/data/count"), ["2.5"])
    assert.deepEqual(check("pm 2 5 is 9", "/data/pm2_5"), [])
    assert.deepEqual(check("3 of them", "/data/route/a~1b~0c"), [])
  })

  it("a number that no pointer gives is found", () => {
    assert.deepEqual(check("It is 5541 km.", "/data/route/distance_km"), ["5541"])
    assert.deepEqual(check("It is 5540 km.", "/data/route/distance_km"), ["5540"])
    assert.deepEqual(check("A bearing of 12.5 degrees.", "/data/route/bearing"), ["12.5"])
    assert.deepEqual(check("There are seventeen holidays.", "/data/calendar/holidays"), ["17"])
    // Prices per piece are not added up.
    assert.deepEqual(check("They cost 60.", "/data/calendar/holidays"), ["60"])
    assert.deepEqual(check("It is ٣.", "/data/calendar/holidays"), ["٣"])
    assert.deepEqual(check("It is 5540.67 km.", "/data/route/bearing"), ["5540.67"])
    assert.deepEqual(check("It is 5540.67 km."), ["5540.67"])
  })

  it("a pointer that resolves to nothing, or outside the data, is found", () => {
    for (const pointer of [
      "/data/nowhere",
      "data/count",
      "/result_ref",
      "",
      "/data/readings/01",
      "/data/readings/-",
      "/data/readings/length",
      "/dataset",
      "/data/__proto__",
    ])
      assert.deepEqual(check("Nothing.", pointer), [`a${pointer}`], pointer)
    assert.deepEqual(ungrounded("Nothing.", [{ result_ref: "b", pointer: "/data" }], results), ["b/data"])
    assert.deepEqual(check("Nothing is known.", "/data/none"), [])
  })
})

describe("pointers", () => {
  it("a pointer resolves to the value it was made for, whatever the names", () => {
    const document = { "": { "a/b": [{ "~1": "found" }] }, constructor: 1 }
    assert.strictEqual(at(document, pointerOf(["", "a/b", 0, "~1"])), "found")
    assert.strictEqual(pointerOf(["", "a/b", 0, "~1"]), "//a~1b/0/~01")
    assert.strictEqual(at(document, "/constructor"), 1)
    assert.isUndefined(at({}, "/constructor"))
    assert.deepEqual(at(document, ""), document)
  })
})
