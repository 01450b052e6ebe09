import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { PricingModel } from "../../../../domain/catalogue/Source.ts"
import { answered, answering, fixture, imported, withOperation } from "./imported.ts"

/** What a buyer hears of an answer: its data and documents, or the failure. */
const heard = (
  document: string | object,
  answer: ReturnType<typeof answered>,
  id = "thing.ask",
  body: Record<string, unknown> = {},
  limit = 10,
) =>
  imported(document, answer)
    .ask(id, body, limit)
    .pipe(
      Effect.map(({ data, documents }): unknown => [data, documents]),
      Effect.catchTag("SourceFailure", ({ code, message }) => Effect.succeed(`${code}: ${message}`)),
    )

const parcel = { code: "RR", state: "moving", weight: null, last: null, events: [{ at: "now", place: 3, more: true }], extra: 1 }
const track = (data: unknown) => heard(fixture("parcels-3.0.yaml"), answered(data), "parcel.track", { code: "RR" })
const promised = "source_error: The source's answer is not what it promises:"

describe("answers of an imported operation", () => {
  it.effect("an answer that fits its schema is delivered unchanged", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* track(parcel), [parcel, 1])
    }),
  )

  it.effect("an answer that does not fit its schema is refused before it is paid for, and the failing place is named", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* track([parcel]), `${promised} the document must be object.`)
      assert.strictEqual(yield* track({ ...parcel, code: 5 }), `${promised} /code must be string.`)
      assert.strictEqual(yield* track({ code: "RR" }), `${promised} the document lacks the member "state".`)
      assert.strictEqual(yield* track({ ...parcel, state: "lost" }), `${promised} /state must be one of the values that are allowed.`)
      assert.strictEqual(yield* track({ ...parcel, last: {} }), `${promised} /last lacks the member "at".`)
      assert.strictEqual(
        yield* track({ ...parcel, events: [{ at: "x" }, { at: "x", place: [] }] }),
        `${promised} /events/1/place fits none of its forms.`,
      )
      assert.strictEqual(
        yield* heard(fixture("parcels-3.0.yaml"), answered({ price: 0 }), "quote.makeQuote"),
        `${promised} /price must be above 0.`,
      )
    }),
  )

  it.effect("an answer is validated through references of any depth, including circular ones", () =>
    Effect.gen(function* () {
      const pet = { id: 2 ** 60, name: "a", mother: { id: 1, name: "b", mother: { id: 1, name: "c" } } }
      assert.deepEqual(yield* heard(fixture("petshop-2.0.json"), answered(pet), "pet.getPet", { petId: 1 }), [pet, 1])
      const odd = { ...pet, mother: { ...pet.mother, mother: { id: "1", name: "c" } } }
      assert.strictEqual(
        yield* heard(fixture("petshop-2.0.json"), answered(odd), "pet.getPet", { petId: 1 }),
        `${promised} /mother/mother/id must be integer.`,
      )
    }),
  )

  it.effect("an answer is refused with a member that the schema forbids, or a null that the type forbids", () =>
    Effect.gen(function* () {
      const lookup = (data: unknown) => heard(fixture("stations-3.1.json"), answered(data), "station.lookup", { iata: "LHR" })
      assert.deepEqual(yield* lookup({ iata: "LHR", metres: null }), [{ iata: "LHR", metres: null }, 1])
      assert.strictEqual(yield* lookup({ iata: "LHR", feet: 3 }), `${promised} /feet is not expected.`)
      assert.strictEqual(yield* lookup({ iata: null }), `${promised} /iata must be string.`)
      assert.strictEqual(yield* lookup({ iata: "LH" }), `${promised} /iata must have at least 3 characters.`)
    }),
  )

  it.effect("an answer is validated against the schema of its own status, or else of its status range", () =>
    Effect.gen(function* () {
      const promise = (type: string) => ({ description: "ok", content: { "application/json": { schema: { type } } } })
      const document = withOperation({ responses: { 200: promise("string"), "2XX": promise("integer"), default: promise("object") } })
      assert.deepEqual(yield* heard(document, answered('"x"', 200)), ["x", 1])
      assert.deepEqual(yield* heard(document, answered("5", 206)), [5, 1])
      assert.strictEqual(yield* heard(document, answered("5", 200)), `${promised} the document must be string.`)
      assert.strictEqual(yield* heard(document, answered('"x"', 206)), `${promised} the document must be integer.`)
    }),
  )

  it.effect("a failed answer is reported with its status and its own short message, and nothing else of it", () =>
    Effect.gen(function* () {
      const failed = (data: unknown, status: number, type?: string) => heard(answering({}), answered(data, status, type))
      assert.strictEqual(
        yield* failed({ message: "No such\nthing.", secret: "s" }, 404),
        "source_error: The source answered 404: No such thing.",
      )
      assert.strictEqual(yield* failed({ error: { message: "Quota" } }, 429), "source_error: The source answered 429: Quota.")
      assert.strictEqual(
        yield* failed({ title: "Bad", detail: "Worse" }, 400, "application/problem+json"),
        "source_error: The source answered 400: Worse.",
      )
      assert.strictEqual(yield* failed("<h1>secret</h1>", 500, "text/html"), "source_error: The source answered 500.")
      assert.strictEqual(yield* failed({ stack: "secret" }, 503), "source_error: The source answered 503.")
      assert.strictEqual(yield* failed("", 302, ""), "source_error: The source answered 302.")
      assert.match(String(yield* failed({ message: "x".repeat(5_000) }, 500)), /^.{1,200}$/)
    }),
  )

  it.effect("an answer that is not readable JSON is refused", () =>
    Effect.gen(function* () {
      const got = (text: string, type?: string) => heard(answering({}), answered(text, 200, type))
      assert.deepEqual(yield* got("[1]", "application/vnd.x+json; charset=utf-8"), [[1], 1])
      for (const text of ["{", "1e999", `{"a":[-1e400]}`, "[".repeat(100) + "]".repeat(100), "NaN"])
        assert.match(String(yield* got(text)), /^source_error: The source answered with JSON that cannot be read/, text)
      assert.match(String(yield* got("<html>", "text/html")), /answered text\/html instead of JSON/)
      assert.match(String(yield* got("{}", "application/xml")), /answered application\/xml instead of JSON/)
      assert.match(String(yield* got("{}", "")), /without a media type/)
      assert.match(String(yield* got("")), /answered 200 without a document/)
      const bytes = { ...answered({}), body: new Uint8Array([0x22, 0xff, 0x22]) }
      assert.match(String(yield* heard(answering({}), bytes)), /not UTF-8/)
      const packed = { ...answered({}), headers: [...answered({}).headers, ["Content-Encoding", "gzip"] as const] }
      assert.match(String(yield* heard(answering({}), packed)), /encoding/)
    }),
  )

  it.effect("an answer may be text or empty if the document declares it so", () =>
    Effect.gen(function* () {
      assert.deepEqual(
        yield* heard(fixture("parcels-3.0.yaml"), answered("12 labels", 200, "text/plain"), "labels.labels", {
          sizes: [1],
          kinds: ["a"],
          where: { x: 1 },
        }),
        [{ text: "12 labels" }, 1],
      )
      assert.deepEqual(yield* heard(fixture("petshop-2.0.json"), answered("", 204, ""), "pet.renamePet", { petId: 1, name: "a" }), [
        null,
        1,
      ])
      assert.deepEqual(yield* heard(withOperation({}), answered({ anything: 1 }, 201)), [{ anything: 1 }, 1])
    }),
  )

  it.effect("an answer that is sold by the document is counted and cut at the limit", () =>
    Effect.gen(function* () {
      const three = [{ iata: "AAA" }, { iata: "BBB" }, { iata: "CCC" }]
      const list = (data: unknown, limit: number) =>
        heard(fixture("stations-3.1.json"), answered(data), "station.list", { near: [1, 2] }, limit)
      assert.deepEqual(yield* list({ found: { stations: three, of: 9 } }, 2), [{ found: { stations: three.slice(0, 2), of: 9 } }, 2])
      assert.deepEqual(yield* list({ found: { stations: three } }, 10), [{ found: { stations: three } }, 3])
      assert.deepEqual(yield* list({ found: { stations: null } }, 10), [{ found: { stations: null } }, 0])
      assert.deepEqual(yield* list({ found: {} }, 10), [{ found: {} }, 0])
      const sold = (data: unknown) => heard(answering({}, { pricing: { model: "per_result" } }), answered(data), "thing.ask", {}, 2)
      assert.deepEqual(yield* sold([1, 2, 3]), [[1, 2], 2])
      assert.deepEqual(yield* sold({ items: [1, 2, 3], total: 3 }), [{ items: [1, 2], total: 3 }, 2])
      assert.deepEqual(yield* sold({ a: [1, 2, 3], b: [4] }), [{ a: [1, 2, 3], b: [4] }, 1])
      assert.deepEqual(yield* sold({ a: 1 }), [{ a: 1 }, 1])
      assert.deepEqual(yield* heard(answering({}), answered([1, 2, 3]), "thing.ask", {}, 2), [[1, 2, 3], 1])
    }),
  )

  it.effect("an answer is counted by the model that the operator has set, not by that of the document", () =>
    Effect.gen(function* () {
      const soldAs = (gateway: object, model: PricingModel) =>
        Effect.map(imported(answering({}, gateway), answered([1, 2, 3])).ask("thing.ask", {}, 2, model), ({ data, documents }) => [
          data,
          documents,
        ])
      assert.deepEqual(yield* soldAs({}, "per_result"), [[1, 2], 2])
      assert.deepEqual(yield* soldAs({ pricing: { model: "per_result" } }, "per_call"), [[1, 2, 3], 1])
    }),
  )
})
