import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { listingAt, relayFixture } from "../../support/relay/fixture.ts"
import { type OriginCase, type OriginBehavior, expectAgreement, expectAnswers, listAll } from "../../support/relay/expectations.ts"
import { sendRaw, type RawAnswer } from "../../support/relay/rawClient.ts"

type Expected = readonly [status: number, moved: string, body: string]

const answering =
  (...pieces: ReadonlyArray<string>): OriginBehavior =>
  (socket) =>
    pieces.forEach((piece) => void socket.write(piece, "latin1"))

const one = (
  name: string,
  behavior: OriginBehavior,
  expected: Expected,
  asking: OriginCase<Expected>["request"] = {},
): OriginCase<Expected> => ({
  name,
  behavior,
  expected,
  request: asking,
})
const paid = (body: string, status = 200): Expected => [status, "charged", brief(body)]
const free = (body: string, status: number): Expected => [status, "none", brief(body)]
/** A long body by its digest, for a reader of what went wrong. */
const brief = (body: string) => (body.length < 100 ? body : createHash("sha256").update(body, "latin1").digest("hex"))

const ok = "HTTP/1.1 200 OK\r\n"
const whole = `${ok}Content-Length: 4\r\n\r\nfour`
/** 64 MB of nothing in 64 KB. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString("latin1")
const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i))

const cases: ReadonlyArray<OriginCase<Expected>> = [
  one("drips, in time", (socket) => [...whole].forEach((byte, i) => setTimeout(() => socket.write(byte), i * 2)), paid("four")),
  one("hints a thousand times", answering("HTTP/1.1 103 Early Hints\r\nSet-Cookie: a=b\r\n\r\n".repeat(1_000), whole), paid("four")),
  one(
    "sends one byte chunks",
    answering(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "1\r\na\r\n".repeat(5_000), "0\r\n\r\n"),
    paid("a".repeat(5_000)),
  ),
  one(
    "sends trailers",
    answering(`${ok}Transfer-Encoding: chunked\r\nTrailer: X-Money-Moved\r\n\r\n4\r\nfour\r\n0\r\nX-Money-Moved: none\r\n\r\n`),
    paid("four"),
  ),
  one("ends its body by closing", (socket) => void socket.end(`${ok}Connection: close\r\n\r\nfour`), paid("four")),
  one("sends a bomb", answering(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`, bomb), paid(bomb)),
  one("lies about the encoding", answering(`${ok}Content-Encoding: br\r\nContent-Length: 4\r\n\r\nfour`), paid("four")),
  one("sends every byte there is", answering(`${ok}Content-Length: 256\r\n\r\n${everyByte}`), paid(everyByte)),
  one("sends text with a byte order mark", answering(`${ok}Content-Length: 7\r\n\r\n\xef\xbb\xbffour`), paid("\xef\xbb\xbffour")),
  one(
    "sends half a surrogate",
    answering(`${ok}Content-Type: application/json\r\nContent-Length: 5\r\n\r\n"\xed\xa0\x80"`),
    paid('"\xed\xa0\x80"'),
  ),
  one("sends nothing", answering(`${ok}Content-Length: 0\r\n\r\n`), paid("")),
  one(
    "redirects inside",
    answering("HTTP/1.1 302 Go\r\nLocation: http://169.254.169.254/latest/meta-data\r\nContent-Length: 0\r\n\r\n"),
    paid("", 302),
  ),
  one("redirects to itself", answering("HTTP/1.1 307 Go\r\nLocation: /parcels\r\nContent-Length: 0\r\n\r\n"), paid("", 307)),
  one("says 204 with a length", answering("HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\n"), paid("", 204)),
  one("says 304 with a length", answering("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\nETag: x\r\n\r\n"), paid("", 304)),
  one("says 399", answering("HTTP/1.1 399 Odd\r\nContent-Length: 4\r\n\r\nfour"), paid("four", 399)),
  one("says 400", answering("HTTP/1.1 400 No\r\nContent-Length: 4\r\n\r\nfour"), free("four", 400)),
  one("says 402", answering("HTTP/1.1 402 Pay\r\nPAYMENT-REQUIRED: e30=\r\nContent-Length: 4\r\n\r\nfour"), free("four", 402)),
  one("says 401", answering('HTTP/1.1 401 Who\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 4\r\n\r\nfour'), free("four", 401)),
  one("answers before the request is whole", answering(whole), paid("four"), { method: "POST", body: "x".repeat(60_000) }),
  one("is requested with HEAD", answering(`${ok}Content-Length: 4\r\n\r\n`), paid(""), { method: "HEAD" }),
]

const read = ({ bytes, header, status }: RawAnswer): Expected => [status, String(header("x-money-moved")), brief(bytes.toString("latin1"))]

/** What an origin may not say in the gateway's name, each in a spelling of its own. */
const forged = `
  X-Money-Moved x-money_moved X-PAYMENT-ID X-Payment-Price X_Payment_Rail_Used X-Payment-Response PAYMENT-REQUIRED Payment-Response
  X-Request-Id X-REQUEST-ID X-Idempotent-Replay RateLimit RateLimit-Policy RATELIMIT-REMAINING X-RateLimit-Limit Set-Cookie SET-COOKIE Set-Cookie2
  Strict-Transport-Security Access-Control-Allow-Origin Access-Control-Allow-Credentials Alt-Svc Clear-Site-Data Service-Worker-Allowed
  WWW-Authenticate Proxy-Authenticate Keep-Alive Upgrade Trailer X-Gateway-Signature X-Accel-Redirect X-Hop NEL Report-To
`
  .trim()
  .split(/\s+/)

layer(relayFixture(), { excludeTestServices: true })("an origin that answers oddly", (it) => {
  it.effect("an unusual answer of an origin is relayed unchanged, and charged below status 400", () => expectAnswers(cases, read))

  it.effect("headers of an origin that have names of the gateway's own are dropped, also in a replay", () =>
    Effect.gen(function* () {
      const lines = forged.map((name) => `${name}: canary\r\n`).join("")
      const own = "Content-Type: text/x\r\nX-Own: a\r\nx-own: b\r\nconstructor: c\r\nETag: \xe9\r\nConnection: X-Hop\r\n"
      const origin = yield* testOrigin(answering(`${ok}${lines}${own}Content-Length: 4\r\n\r\nfour`))
      yield* listAll([listingAt(origin.origin, { slug: "forger" })])
      const buyer = yield* newBuyer()
      const asking = { path: "/forger/parcels", headers: { "idempotency-key": "once" } }
      const [first, again] = [yield* sendRaw(buyer.secret, asking), yield* sendRaw(buyer.secret, asking)]
      for (const { bytes, header, rawHeaders, status } of [first, again]) {
        expect([status, header("x-money-moved"), bytes.toString()]).toEqual([200, "charged", "four"])
        expect(rawHeaders.filter((_, i) => /canary/.test(rawHeaders[i | 1]!))).toEqual([])
        for (const name of ["x-money-moved", "x-request-id", "x-payment-id", "x-payment-price", "ratelimit", "content-length"]) {
          expect([name, rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length]).toEqual([name, 1])
        }
        expect([header("x-own"), header("content-type"), header("etag")]).toEqual(["a, b", "text/x", "\xe9"])
        expect(header("constructor")).toBe("c")
      }
      expect([first.header("x-idempotent-replay"), again.header("x-idempotent-replay")]).toEqual([null, "true"])
      expect(again.header("x-payment-id")).toBe(first.header("x-payment-id"))
      expect((yield* expectAgreement(buyer, [first, again])).charged).toBe(1)
      yield* expectCleanAudit
    }),
  )
})
