import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectWellFormed, sendBytes } from "../../support/hostile/wire.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { request, bytesOf, tableDigests, plain, RefusalFixture, refusalFixture } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"

interface Case {
  readonly named: string
  /** Put together from a first line and header lines that would do, and a body that would be served. */
  readonly makeBytes: (parts: {
    readonly line: string
    readonly host: string
    readonly key: string
    readonly type: string
    readonly body: string
  }) => string
  readonly status: number
}

const length = (body: string) => `Content-Length: ${body.length}\r\n`
const te = "Transfer-Encoding: chunked\r\n"
const chunked = (body: string, end = "\r\n") => `${body.length.toString(16)}${end}${body}${end}0${end}${end}`

/** A paid request with this in place of one part, or added to it. */
const withFirst =
  (change: (line: string) => string): Case["makeBytes"] =>
  ({ body, host, key, line, type }) =>
    `${change(line)}\r\n${host}${key}${type}${length(body)}\r\n${body}`
const withHeader =
  (header: string): Case["makeBytes"] =>
  ({ body, host, key, line, type }) =>
    `${line}\r\n${host}${key}${type}${header}\r\n${length(body)}\r\n${body}`
const withFraming =
  (framing: (body: string) => string): Case["makeBytes"] =>
  ({ body, host, key, line, type }) =>
    `${line}\r\n${host}${key}${type}${framing(body)}`

const firstLines: ReadonlyArray<Case> = [
  ["no version", (line: string) => line.replace(" HTTP/1.1", "")],
  ["HTTP/0.9", (line: string) => line.replace("1.1", "0.9")],
  ["HTTP/1.2", (line: string) => line.replace("1.1", "1.2")],
  ["HTTP/2.0", (line: string) => line.replace("1.1", "2.0")],
  ["another protocol", (line: string) => line.replace("HTTP", "ICY")],
  ["a method of its own", (line: string) => line.replace("POST", "BUY")],
  ["a method in lower case", (line: string) => line.replace("POST", "post")],
  ["a control character in the path", (line: string) => line.replace("goods", "go\x01ods")],
  ["NUL in the path", (line: string) => line.replace("goods", "go\0ods")],
  ["a high byte in the path", (line: string) => line.replace("goods", "go\xffods")],
  ["a space in the path", (line: string) => line.replace("goods", "go ods")],
  ["a bare CR in the first line", (line: string) => line.replace(" HTTP", "\rHTTP")],
  ["a fragment", (line: string) => line.replace(" HTTP", "#x HTTP")],
  ["an invalid authority", (line: string) => line.replace("/v1", "http://[/v1")],
  ["another scheme", (line: string) => line.replace("/v1", "ftp://gateway.test/v1")],
  ["a path without its slash", (line: string) => line.replace("/v1", "v1")],
].map(([named, change]) => ({ named: named as string, makeBytes: withFirst(change as (line: string) => string), status: 400 }))

const headerLines: ReadonlyArray<Case> = [
  ["a bare LF after a header", "X-A: b\nX-C: d"],
  ["a bare CR in a header", "X-A: b\rX-C: d"],
  ["a folded header", "X-A: b\r\n c"],
  ["a space before the colon", "X-A : b"],
  ["a header without a name", ": b"],
  ["a header without a colon", "X-A"],
  ["NUL in a header", "X-A: b\0c"],
  ["a control character in a header", "X-A: b\x01c"],
  ["DEL in a header", "X-A: b\x7fc"],
  ["an Idempotency-Key that smuggles a header", "Idempotency-Key: a\rX-Payment-Rail: credits"],
  ["a second Host", "Host: other.test"],
].map(([named, header]) => ({ named: named!, makeBytes: withHeader(header!), status: 400 }))

const framings: ReadonlyArray<Case> = [
  { named: "both lengths", makeBytes: withFraming((body) => `${te}${length(body)}\r\n${chunked(body)}`), status: 400 },
  { named: "both lengths, the other way", makeBytes: withFraming((body) => `${length(body)}${te}\r\n${body}`), status: 400 },
  { named: "two lengths that agree", makeBytes: withFraming((body) => `${length(body)}${length(body)}\r\n${body}`), status: 400 },
  { named: "a list of lengths", makeBytes: withFraming((body) => `Content-Length: 5, 5\r\n\r\n${body}`), status: 400 },
  { named: "a signed length", makeBytes: withFraming((body) => `Content-Length: +5\r\n\r\n${body}`), status: 400 },
  { named: "a length in hexadecimal", makeBytes: withFraming((body) => `Content-Length: 0x5\r\n\r\n${body}`), status: 400 },
  {
    named: "a length beyond 64 bits",
    makeBytes: withFraming((body) => `Content-Length: 99999999999999999999\r\n\r\n${body}`),
    status: 400,
  },
  { named: "an unknown coding", makeBytes: withFraming((body) => `Transfer-Encoding: xchunked\r\n\r\n${chunked(body)}`), status: 400 },
  {
    named: "a coding before chunked",
    makeBytes: withFraming((body) => `Transfer-Encoding: gzip, chunked\r\n\r\n${chunked(body)}`),
    status: 400,
  },
  {
    named: "chunked, but not last",
    makeBytes: withFraming((body) => `Transfer-Encoding: chunked, identity\r\n\r\n${chunked(body)}`),
    status: 400,
  },
  { named: "two codings", makeBytes: withFraming((body) => `${te}${te}\r\n${chunked(body)}`), status: 400 },
  {
    named: "a chunk size beyond 64 bits",
    makeBytes: withFraming((body) => `${te}\r\nfffffffffffffffff\r\n${body}\r\n0\r\n\r\n`),
    status: 400,
  },
  { named: "chunks that end in LF", makeBytes: withFraming((body) => `${te}\r\n${chunked(body, "\n")}`), status: 400 },
  { named: "a chunk longer than it says", makeBytes: withFraming((body) => `${te}\r\n2\r\n${body}\r\n0\r\n\r\n`), status: 400 },
  {
    named: "a chunk extension of 20 KB",
    makeBytes: withFraming((body) => `${te}\r\n5;${"x".repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`),
    status: 413,
  },
  { named: "an invalid trailer", makeBytes: withFraming((body) => `${te}\r\n${chunked(body).slice(0, -2)}ba d\r\n\r\n`), status: 400 },
  {
    named: "chunks in HTTP/1.0",
    makeBytes: ({ body, host, key, line, type }) => `${line.replace("1.1", "1.0")}\r\n${host}${key}${type}${te}\r\n${chunked(body)}`,
    status: 400,
  },
  { named: "no Host", makeBytes: ({ body, key, line, type }) => `${line}\r\n${key}${type}${length(body)}\r\n${body}`, status: 400 },
  { named: "headers of 17 KB", makeBytes: withHeader(`X-A: ${"x".repeat(17_000)}`), status: 431 },
  { named: "4,000 headers", makeBytes: withHeader("a:\r\n".repeat(4_000).trimEnd()), status: 431 },
  {
    named: "a first line of 17 KB",
    makeBytes: withFirst((line) => line.replace("?", "").replace(" HTTP", `?${"x".repeat(17_000)} HTTP`)),
    status: 431,
  },
  { named: "TLS", makeBytes: () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", status: 400 },
  { named: "the preface of HTTP/2", makeBytes: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400 },
  { named: "another expectation", makeBytes: withHeader("Expect: 200-ok"), status: 417 },
]

/** What looks odd and is well-formed: served, and paid once. */
const served: ReadonlyArray<Case> = [
  { named: "chunks", makeBytes: withFraming((body) => `${te}\r\n${chunked(body)}`), status: 200 },
  {
    named: "chunks with an extension and a trailer",
    makeBytes: withFraming((body) => `${te}\r\n${body.length.toString(16)};a=b\r\n${body}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`),
    status: 200,
  },
  { named: "100-continue", makeBytes: withHeader("Expect: 100-continue"), status: 200 },
  { named: "an upgrade that is not taken up", makeBytes: withHeader("Connection: Upgrade\r\nUpgrade: websocket"), status: 200 },
  {
    named: "an upgrade with chunks",
    makeBytes: withFraming((body) => `Connection: Upgrade\r\nUpgrade: h2c\r\n${te}\r\n${chunked(body)}`),
    status: 200,
  },
  { named: "the absolute form", makeBytes: withFirst((line) => line.replace("/v1", "http://other.test/v1")), status: 200 },
  { named: "empty lines before it", makeBytes: (parts) => `\r\n\r\n${withFirst((line) => line)(parts)}`, status: 200 },
  {
    named: "an empty Host",
    makeBytes: ({ body, key, line, type }) => `${line}\r\nHost:\r\n${key}${type}${length(body)}\r\n${body}`,
    status: 200,
  },
  {
    named: "HTTP/1.0 without Host",
    makeBytes: ({ body, key, line, type }) => `${line.replace("1.1", "1.0")}\r\n${key}${type}${length(body)}\r\n${body}`,
    status: 200,
  },
]

const partsFor = (secret: string, token: string) => ({
  line: `POST ${plain} HTTP/1.1`,
  host: "Host: gateway.test\r\n",
  key: `Authorization: Bearer ${secret}\r\n`,
  type: "Content-Type: application/json\r\n",
  body: JSON.stringify({ token }),
})

layer(refusalFixture(), { excludeTestServices: true })("hostile messages", (it) => {
  it.effect.each([...firstLines, ...headerLines, ...framings])(
    "$named is answered $status in the envelope, and the connection ends",
    ({ named, makeBytes, status }) =>
      Effect.gen(function* () {
        const { port, served } = yield* RefusalFixture
        const { secret } = yield* newBuyer()
        const before = yield* tableDigests
        const bytes = makeBytes(partsFor(secret, named))
        const received = yield* sendBytes(port, { bytes, quietMs: 30_000 })
        expectWellFormed(received, bytes)
        expect([received.answers.map((answer) => answer.status), received.closed]).toEqual([[status], true])
        expect(["connection", "x-money-moved"].map((name) => received.answers[0]!.header(name))).toEqual(["close", "none"])
        expect(served).not.toContain(named)
        expect(yield* tableDigests).toEqual(before)
      }),
  )

  it.effect.each(served)("$named is served", ({ named, makeBytes }) =>
    Effect.gen(function* () {
      const { port, served } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const bytes = makeBytes(partsFor(secret, named))
      const received = yield* sendBytes(port, { bytes, answers: 1 })
      expectWellFormed(received, bytes)
      expect(received.answers.map((answer) => [answer.status, answer.header("x-money-moved")])).toEqual([[200, "charged"]])
      expect(served.filter((token) => token === named).length).toBe(1)
    }),
  )

  it.effect("a CONNECT request opens no tunnel", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const received = yield* sendBytes(port, { bytes: "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\nSSH-2.0-x\r\n" })
      expect([received.answers, received.rest, received.closed]).toEqual([[], "", true])
    }),
  )

  it.effect("garbage behind a paid request is never answered in place of that request", () =>
    Effect.gen(function* () {
      const { counter, port } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      yield* counter.open
      for (const garbage of [
        "GARBAGE\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\0\0\0\0",
        `POST ${plain} HTTP/1.1\r\nContent-Length: x\r\n\r\n`,
      ]) {
        const paid = bytesOf({ secret, path: "/v1/execute/market/goods.slow" })
        const { answers, closed } = yield* sendBytes(port, { bytes: Buffer.concat([paid, Buffer.from(garbage)]), quietMs: 30_000 })
        expect(closed).toBe(true)
        if (answers[0] !== undefined) expect([answers[0].status, answers[0].header("x-money-moved")]).toEqual([200, "charged"])
      }
      yield* until(Effect.map(tableDigests, (tables) => tables.find(({ name }) => name === "open_call")!.rows === 0))
      yield* counter.close
      expect((yield* request({ secret })).status).toBe(200)
      yield* expectCleanAudit
    }),
  )

  /** The gateway reads these to their end, but a proxy before it may have framed them in another way. */
  const doubtful = ["a coding before chunked", "chunks in HTTP/1.0", "no Host", "a second Host", "no version", "a fragment"]
  it.effect.each(doubtful)("what follows %s on its connection is not executed", (doubt) =>
    Effect.gen(function* () {
      const { port, served } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const { makeBytes } = [...firstLines, ...headerLines, ...framings].find(({ named }) => named === doubt)!
      const first = makeBytes(partsFor(secret, "doubtful")).replace("HTTP/1.0\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n")
      const behind = bytesOf({ secret, body: { token: "behind" } })
      const before = yield* tableDigests
      const received = yield* sendBytes(port, { bytes: Buffer.concat([Buffer.from(first, "latin1"), behind]), quietMs: 30_000 })
      expect([received.closed, received.answers[0]?.status]).toEqual([true, 400])
      expect(received.answers.every((answer) => answer.status === 400)).toBe(true)
      expect([served.includes("behind"), yield* tableDigests]).toEqual([false, before])
    }),
  )

  it.effect("two complete requests on one connection are answered in turn", () =>
    Effect.gen(function* () {
      const { port } = yield* RefusalFixture
      const { secret } = yield* newBuyer()
      const bytes = Buffer.concat([bytesOf({ secret }), bytesOf({ secret: "frt_org_none" }), bytesOf({ method: "GET", path: "/healthz" })])
      const { answers } = yield* sendBytes(port, { bytes, answers: 3 })
      expect(answers.map((answer) => answer.status)).toEqual([200, 401, 200])
    }),
  )
})
