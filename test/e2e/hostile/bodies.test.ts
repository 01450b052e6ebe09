import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectWellFormed, sendBytes } from "../../support/hostile/wire.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { expectRefusal } from "../../support/refusals/envelope.ts"
import { request, bodyOf, tableDigests, plain, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"

const limit = 65_536
/** A valid body of this size in bytes. */
const ofSize = (bytes: number) => `{"token":"${"x".repeat(bytes - 12)}"}`
const head = (secret: string, framing: string) =>
  `POST ${plain} HTTP/1.1\r\nHost: gateway.test\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const cut = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))

const framings: ReadonlyArray<readonly [string, (secret: string, body: string) => ReadonlyArray<string>]> = [
  ["a Content-Length", (secret, body) => [head(secret, `Content-Length: ${body.length}`) + body]],
  ["a Content-Length, in pieces", (secret, body) => [head(secret, `Content-Length: ${body.length}`), ...cut(body, 10_000)]],
  ["one chunk", (secret, body) => [head(secret, "Transfer-Encoding: chunked") + chunk(body) + "0\r\n\r\n"]],
  ["many chunks", (secret, body) => [head(secret, "Transfer-Encoding: chunked"), ...cut(body, 4_096).map(chunk), "0\r\n\r\n"]],
]

/** The same request twice under one key: what it means alike replays, what means something else conflicts. */
const alike: ReadonlyArray<readonly [string, string, string]> = [
  ["members in another order", '{"token":"t","count":1}', '{"count":1,"token":"t"}'],
  ["white space", '{"token":"t"}', ' {\n"token" :\t"t" } '],
  ["an escape", '{"token":"t"}', '{"to\\u006ben":"\\u0074"}'],
  ["a byte order mark", '{"token":"t"}', '\ufeff{"token":"t"}'],
  ["the last of duplicate members", '{"token":"t"}', '{"token":"u","token":"t"}'],
  ["the last of duplicate members, one of them malformed", '{"token":"t"}', '{"token":5,"token":"t"}'],
  ["a number written otherwise", '{"token":"t","count":1}', '{"token":"t","count":1.0e0}'],
  ["the dotted name of the body that came first", '{"goods.token":"t"}', '{"goods.token":"t"}'],
]
const different: ReadonlyArray<readonly [string, string, string]> = [
  ["another last of duplicate members", '{"token":"t","token":"u"}', '{"token":"u","token":"t"}'],
  ["text in another case", '{"token":"t"}', '{"token":"T"}'],
  ["text that looks the same", '{"token":"é"}', '{"token":"e\u0301"}'],
  ["text with NUL", '{"token":"t"}', '{"token":"t\\u0000"}'],
  ["a lone surrogate", '{"token":"\\ud800"}', '{"token":"\\ufffd"}'],
]

layer(refusalFixture(), { excludeTestServices: true })("hostile bodies", (it) => {
  it.effect.each(framings)("64 KB with %s are served, one byte more is 413 and leaves the key free", ([, frame]) =>
    Effect.gen(function* () {
      const { port, served } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const whole = yield* sendBytes(port, { bytes: frame(secret, ofSize(limit)), answers: 1 })
      expect(whole.answers.map((answer) => [answer.status, answer.header("x-money-moved")])).toEqual([[200, "charged"]])
      const before = yield* tableDigests
      const count = served.length
      const tooLarge = yield* sendBytes(port, { bytes: frame(secret, ofSize(limit + 1)), answers: 1 })
      expectRefusal(tooLarge.answers[0]!, { status: 413, code: "invalid_request", paid: true, names: "65,536" })
      expect([served.length, yield* tableDigests]).toEqual([count, before])
    }),
  )

  /** Where what follows is no request, the connection may end before the answer to what came before is given. */
  const lies: ReadonlyArray<readonly [string, (body: string) => string, number, "closes"?]> = [
    ["announces 64 KB and one byte, and sends little", () => `Content-Length: ${limit + 1}`, 413],
    ["announces a gigabyte, and waits for leave", () => "Content-Length: 1073741824\r\nExpect: 100-continue", 413],
    ["announces more than it sends", (body) => `Content-Length: ${body.length + 1}`, 0],
    ["announces less than it sends", (body) => `Content-Length: ${body.length - 1}`, 400, "closes"],
    ["announces nothing", () => "X-A: b", 400, "closes"],
  ]
  it.effect.each(lies)("a client that %s buys nothing", ([, framing, status, closes]) =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const before = yield* tableDigests
      const body = '{"token":"lie"}'
      const quietMs = closes === undefined ? 300 : 30_000
      const heard = yield* sendBytes(port, { bytes: head(secret, framing(body)) + body, due: status === 0 || closes ? 0 : 1, quietMs })
      expectWellFormed(heard, framing(body))
      const statuses = heard.answers.map((answer) => answer.status)
      if (closes === undefined) expect(statuses).toEqual(status === 0 ? [] : [status])
      else expect([heard.closed, [status, ...statuses].every((one) => one === status)]).toEqual([true, true])
      expect(yield* tableDigests).toEqual(before)
    }),
  )

  it.effect("a request body of endless chunks is cut off", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const pieces = [head(secret, "Transfer-Encoding: chunked"), ...Array.from({ length: 64 }, () => chunk("x".repeat(65_000)))]
      const heard = yield* sendBytes(port, { bytes: pieces, quietMs: 30_000 })
      expect(heard.closed).toBe(true)
      for (const answer of heard.answers) expectRefusal(answer, { status: 413, code: "invalid_request", paid: true })
    }),
  )

  it.effect.each(alike)("under one Idempotency-Key %s is the same request", ([, first, second]) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const headers = [["Idempotency-Key", "alike"]] as const
      const bought = yield* request({ secret, headers, body: first })
      const again = yield* request({ secret, headers, body: second })
      expect([bought.status, again.status, again.header("x-idempotent-replay")]).toEqual([200, 200, "true"])
      expect(bodyOf(again)).toEqual(bodyOf(bought))
    }),
  )

  it.effect.each(different)("under one Idempotency-Key %s is another request", ([, first, second]) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const headers = [["Idempotency-Key", "different"]] as const
      expect((yield* request({ secret, headers, body: first })).status).toBe(200)
      expectRefusal(yield* request({ secret, headers, body: second }), { status: 409, code: "idempotency_conflict", paid: true })
    }),
  )

  const odd = ["\\u0000", "\\ud800", "\\u202e", "'; drop table run; --", "${7*7}", "%00", "\\\\x00", "💶".repeat(10_000)]
  it.effect.each(odd)("an input of %s comes back as it went in, and is paid once", (text) =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const bought = yield* request({ secret, body: `{"token":"${text}"}` })
      const run = bodyOf(bought)
      const wanted = { goods: { token: JSON.parse(`"${text}"`) as unknown } }
      expect([bought.status, run["data"]]).toEqual([200, wanted])
      const read = yield* request({ method: "GET", path: `/v2/runs/${run["id"] as string}`, secret })
      expect([read.status, bodyOf(read)["data"]]).toEqual([200, wanted])
    }),
  )

  it.effect("a member of a prototype is not accepted as an input", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      for (const body of ['{"__proto__":{"token":"t"}}', '{"constructor":{"prototype":{"token":"t"}}}', '{"toString":"t"}']) {
        expectRefusal(yield* request({ secret, body }), { status: 422, code: "invalid_source_input", paid: true })
      }
      expect(Object.keys(Object.prototype)).toEqual([])
      expect(({} as Record<string, unknown>)["token"]).toBeUndefined()
    }),
  )

  it.effect("the audit finds no violation after all hostile bodies", () => expectCleanAudit)
})
