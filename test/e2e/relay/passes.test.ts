import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { sendBytes } from "../../support/hostile/wire.ts"
import { listingAt, RelayFixture, relayFixture } from "../../support/relay/fixture.ts"
import { recordingOrigin } from "../../support/relay/origins.ts"
import { listAll } from "../../support/relay/expectations.ts"

const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i))

/** Headers as they are to arrive: in this order, case and number, between others. */
const lines = [
  "aCCept: text/x",
  "X-Twice: first",
  "accept: */*;q=0.1",
  "x-twice: second",
  "X-TWICE: ",
  'Content-Type: application/x-odd; q="a,b"',
  "content-ENCODING: gzip",
  "Range: bytes=0-1,3-",
  'If-None-Match: W/"\xe9\xff"',
  "X_Under_Score: kept",
  "X-!#$%&'*+.^`|~: token",
  "X-Tab: a\tb",
  "X-Long: " + "a".repeat(4_000),
  "Origin: https://page.example",
  "Referer: https://page.example/?a=b",
  "User-Agent: odd/1 (x)",
  "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
]

const targets = [
  "/parcels/a%20b",
  "/parcels/%E2%82%AC~!$&'()*+,;=:@-._",
  "/parcels/7?",
  '/parcels/7?a=1&a=2&&b=%zz&c=%E9&d=[]{}|^`"<>\\',
  "/parcels/7?url=http://169.254.169.254/../x?y=//z",
  "/parcels/7;v=1?a",
  `/parcels/${"a".repeat(2_000)}?${"b".repeat(2_000)}`,
]

layer(relayFixture(), { excludeTestServices: true })("what a caller says to the origin", (it) => {
  it.effect("path, query, headers in order and case, and body of a relayed request arrive at the origin byte for byte", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const port = Number(new URL(baseUrl).port)
      const { secret } = yield* newBuyer()
      for (const [i, target] of targets.entries()) {
        const origin = yield* recordingOrigin
        yield* listAll([listingAt(`${origin.origin}/base/v2`, { slug: `passes-${i}` })])
        const head = ["Host: gateway.example", `Authorization: Bearer ${secret}`, ...lines, `Content-Length: ${everyByte.length}`].join(
          "\r\n",
        )
        const { answers } = yield* sendBytes(port, {
          bytes: `DELETE /passes-${i}${target} HTTP/1.1\r\n${head}\r\n\r\n${everyByte}`,
          answers: 1,
        })
        expect([target, answers[0]?.status, answers[0]?.header("x-money-moved")]).toEqual([target, 200, "charged"])
        const bytes = origin.bytes()
        const [sentHead, sentBody] = [bytes.slice(0, bytes.indexOf("\r\n\r\n")), bytes.slice(bytes.indexOf("\r\n\r\n") + 4)]
        const [line, ...headers] = sentHead.split("\r\n")
        expect(line).toBe(`DELETE /base/v2${target} HTTP/1.1`)
        expect(sentBody).toBe(everyByte)
        const callers = headers.filter((header) => lines.includes(header))
        expect(callers).toEqual(lines)
        // The remaining headers belong to the connection or name the caller.
        const names = headers.filter((header) => !lines.includes(header)).map((header) => header.split(":", 1)[0]!.toLowerCase())
        expect(names.sort()).toEqual(
          ["connection", "content-length", "host", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id"].sort(),
        )
      }
    }),
  )

  it.effect("the body of a relayed GET request arrives at the origin", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const origin = yield* recordingOrigin
      yield* listAll([listingAt(origin.origin, { slug: "search" })])
      const { secret } = yield* newBuyer()
      const bytes = `GET /search/parcels HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: text/x\r\nContent-Length: 5\r\n\r\nquery`
      yield* sendBytes(Number(new URL(baseUrl).port), { bytes, answers: 1 })
      expect(origin.bytes()).toMatch(/\r\n\r\nquery$/)
    }),
  )
})
