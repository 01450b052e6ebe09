import { layer } from "@effect/vitest"
import { relayFixture } from "../../support/relay/fixture.ts"
import { summaryOf } from "../../support/relay/rawClient.ts"
import { type OriginCase, type OriginBehavior, expectAnswers } from "../../support/relay/expectations.ts"

type Expected = ReturnType<typeof summaryOf>

const failed: Expected = [502, "source_error", "none"]
const late: Expected = [504, "source_timeout", "none"]

const answering =
  (...pieces: ReadonlyArray<string>): OriginBehavior =>
  (socket) =>
    pieces.forEach((piece) => void socket.write(piece, "latin1"))

const ending =
  (text: string): OriginBehavior =>
  (socket) =>
    void socket.end(text, "latin1")

/** Once the bytes have been read by the other side, or the reset would overtake them. */
const resetting =
  (text: string): OriginBehavior =>
  (socket) =>
    void socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 30))

const ok = "HTTP/1.1 200 OK\r\n"
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

/** Writes without end, as fast as it is read. */
const endless =
  (head: string, piece: string): OriginBehavior =>
  (socket) => {
    socket.write(head, "latin1")
    const more = () => {
      while (socket.writable && socket.write(piece, "latin1"));
      if (socket.writable) socket.once("drain", more)
    }
    more()
  }

const one = (
  name: string,
  behavior: OriginBehavior,
  expected: Expected,
  more: Partial<OriginCase<Expected>> = {},
): OriginCase<Expected> => ({
  name,
  behavior,
  expected,
  ...more,
})
const tight = { listing: { maxAnswerBytes: 1_000 } }

const broken: ReadonlyArray<OriginCase<Expected>> = [
  one("resets before the answer", (socket) => socket.resetAndDestroy(), failed),
  one("closes before the answer", ending(""), failed),
  one("resets in the middle of the headers", resetting(`${ok}X-Half: `), failed),
  one("closes in the middle of the headers", ending(`${ok}X-Half: `), failed),
  one("resets in the middle of the body", resetting(`${ok}Content-Length: 100\r\n\r\nhalf`), failed),
  one("resets a body that only its end ends", resetting(`${ok}Connection: close\r\n\r\nhalf`), failed),
  one("truncates a body of known length", ending(`${ok}Content-Length: 100\r\n\r\nhalf`), failed),
  one("truncates chunks", ending(`${chunked}4\r\nhalf\r\n`), failed),
  one("truncates the last chunk's end", ending(`${chunked}4\r\nhalf\r\n0\r\n`), failed),
  one("claims a length it cannot mean", answering(`${ok}Content-Length: 99999999999999999999\r\n\r\nx`), failed),
  one("claims a negative length", answering(`${ok}Content-Length: -1\r\n\r\nx`), failed),
  one("claims two lengths", answering(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy`), failed),
  one("claims a length and chunks", answering(`${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`), failed),
  one("sends garbage", answering("\x00\xff\x16\x03\x01 nothing of HTTP\r\n\r\n"), failed),
  one("speaks HTTP/0.9", ending("<html>hello</html>"), failed),
  one("speaks HTTP/2", answering("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), failed),
  one("speaks HTTP/3.7", answering("HTTP/3.7 200 OK\r\nContent-Length: 0\r\n\r\n"), failed),
  one("sends no status", answering("HTTP/1.1 OK\r\n\r\n"), failed),
  one("sends a status that HTTP behavior not have", answering("HTTP/1.1 999 Odd\r\nContent-Length: 4\r\n\r\nfour"), failed),
  one("sends a status of four digits", answering("HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n"), failed),
  one("sends headers without end", endless(ok, `X-More: ${"a".repeat(1_000)}\r\n`), failed),
  one("sends one header without end", endless(`${ok}X-More: `, "a".repeat(1_000)), failed),
  one("sends a status of no meaning", answering("HTTP/1.1 099 Hm\r\nContent-Length: 2\r\n\r\nno"), failed),
  one("sends chunks of nonsense", answering(`${chunked}xyz\r\nfour\r\n0\r\n\r\n`), failed),
  one("sends a chunk of a size beyond numbers", answering(`${chunked}fffffffffffffffff\r\nfour\r\n0\r\n\r\n`), failed),
  one("sends a chunk longer than its size", answering(`${chunked}2\r\nfour\r\n0\r\n\r\n`), failed),
  one("sends trailers without end", endless(`${chunked}4\r\nfour\r\n0\r\n`, `X-More: ${"a".repeat(1_000)}\r\n`), failed),
  one("announces too much", answering(`${ok}Content-Length: 1001\r\n\r\n`), failed, tight),
  one("sends too much in chunks", answering(`${chunked}3e9\r\n${"a".repeat(1_001)}\r\n0\r\n\r\n`), failed, tight),
  one("sends too much until it closes", ending(`${ok}\r\n${"a".repeat(1_001)}`), failed, tight),
  one("sends chunks without end", endless(chunked, `3e8\r\n${"a".repeat(1_000)}\r\n`), failed),
  one("sends a body without end", endless(`${ok}Connection: close\r\n\r\n`, "a".repeat(1_000)), failed),
  one("sends too much for an error", answering(`HTTP/1.1 404 No\r\nContent-Length: 1001\r\n\r\n${"a".repeat(1_001)}`), failed, tight),
  one("breaks off an error", ending("HTTP/1.1 404 No\r\nContent-Length: 100\r\n\r\nhalf"), failed),
  one(
    "sends an unrequested 100 Continue",
    answering("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000), `${ok}Content-Length: 0\r\n\r\n`),
    failed,
  ),
  one("changes the protocol unasked", answering("HTTP/1.1 101 Go\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"), failed),
]

const drip =
  (head: string): OriginBehavior =>
  (socket) => {
    socket.write(head)
    const drop = setInterval(() => socket.write("a"), 20)
    socket.on("close", () => clearInterval(drop))
  }

const stalled: ReadonlyArray<OriginCase<Expected>> = [
  one("says nothing", answering(""), late),
  one("stops in the middle of the headers", answering(`${ok}X-Half: `), late),
  one("stops in the middle of the body", answering(`${ok}Content-Length: 100\r\n\r\nhalf`), late),
  one("stops in the middle of the chunks", answering(`${chunked}4\r\nhalf\r\n`), late),
  one("stops before the last line", answering(`${chunked}4\r\nhalf\r\n0\r\n`), late),
  one("neither closes nor says its length", answering(`${ok}\r\nhalf`), late),
  one("drips its headers", drip(`${ok}X-Slow: `), late),
  one("drips its body", drip(`${ok}Content-Length: 1000000\r\n\r\n`), late),
  one("drips until it closes, which it behavior not", drip(`${ok}Connection: close\r\n\r\n`), late),
  one(
    "announces its answer for ever",
    (socket) => {
      const again = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), 20)
      socket.on("close", () => clearInterval(again))
    },
    late,
  ),
  one("sends a reason without end", endless("HTTP/1.1 200 ", "a".repeat(1_000)), late),
]

layer(relayFixture(), { excludeTestServices: true })("an origin that breaks its answer", (it) => {
  it.effect("an origin that breaks its answer costs nothing, is answered 502, and keeps no connection", () =>
    expectAnswers(broken, summaryOf, { open: 0 }),
  )
})

layer(relayFixture({ settings: { sourceTimeoutMs: 2_000 } }), { excludeTestServices: true })(
  "an origin that never ends its answer",
  (it) => {
    it.effect("an origin that never ends its answer costs nothing and is answered 504", () =>
      expectAnswers(stalled, summaryOf, { open: 0 }),
    )
  },
)
