import type { Dice } from "../../domain/ledger/model/Dice.ts"

/** What a mutation is made of: a request of the attacker, and the paid request of somebody else that it wants to have executed. */
export interface Parts {
  readonly path: string
  readonly attacker: string
  readonly victim: string
  readonly outerToken: string
  readonly canaryToken: string
}

const size = (text: string) => text.length.toString(16)

/** The head of a paid request, with these header lines (each with its line end) for its framing. */
const head = (path: string, secret: string, framing: string, line = `POST ${path} HTTP/1.1`) =>
  `${line}\r\nHost: gateway.test\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\n${framing}\r\n`
const bodyOf = (token: string) => JSON.stringify({ token })
const whole = (path: string, secret: string, token: string) =>
  `${head(path, secret, `Content-Length: ${bodyOf(token).length}\r\n`)}${bodyOf(token)}`

const codings = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding:\tchunked",
  " Transfer-Encoding: chunked",
  "X-A: b\r\n Transfer-Encoding: chunked",
  "X-A: b\nTransfer-Encoding: chunked",
  "X-A: b\rTransfer-Encoding: chunked",
  "Transfer-Encoding\r\n : chunked",
  "Transfer-Encoding:\r\n chunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding: chunked, chunked",
  "Transfer-Encoding: cHuNkEd",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: chunked\x0b",
  "Transfer-Encoding: \x00chunked",
  "Transfer-Encoding: chunked;q=1",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
  "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
  "Transfer_Encoding: chunked",
  "Transfer-Encoding: \xffchunked",
  "Content-Encoding: chunked",
]

const lengths: ReadonlyArray<(n: number) => string> = [
  (n) => `Content-Length: ${n}\r\nContent-Length: 0`,
  (n) => `Content-Length: 0\r\nContent-Length: ${n}`,
  (n) => `Content-Length: ${n}\r\nContent-Length: ${n}`,
  (n) => `Content-Length: 0, ${n}`,
  (n) => `Content-Length: +${n}`,
  (n) => `Content-Length: -${n}`,
  (n) => `Content-Length: 0x${n.toString(16)}`,
  (n) => `Content-Length: ${n}\x0b`,
  (n) => `Content-Length : ${n}`,
  (n) => `Content-Length: 0 ${n}`,
  (n) => `Content-Length:\r\n ${n}`,
  (n) => `Content-Length: ${(2n ** 64n + BigInt(n)).toString()}`,
  (n) => `Content-Length: ${(2n ** 32n + BigInt(n)).toString()}`,
  (n) => `Content-Length: ${n}.0`,
  (n) => `Content-Length: ${n}e0`,
  (n) => `Content_Length: ${n}\r\nContent-Length: ${n}`,
  (n) => `Content-Length: "${n}"`,
]

const chunkSizes: ReadonlyArray<(n: number) => string> = [
  (n) => `0x${n.toString(16)}`,
  (n) => `${n.toString(16)} `,
  (n) => ` ${n.toString(16)}`,
  (n) => `${n.toString(16)}\t`,
  (n) => `+${n.toString(16)}`,
  (n) => `-${n.toString(16)}`,
  (n) => `1${n.toString(16).padStart(16, "0")}`,
  (n) => `1${n.toString(16).padStart(8, "0")}`,
  (n) => `${n.toString(16)};\n`,
  (n) => `${n.toString(16)};a="\r\n"`,
  (n) => `${n.toString(16)};${"x".repeat(20_000)}`,
  (n) => `${n.toString(16)};a=b`,
  (n) => `${n.toString(16)}\r`,
  (n) => `${n.toString(16).toUpperCase()}g`,
  () => "",
]

const lineEnds = ["\n", "\r", "\r\r\n", "\n\r\n", "\r\n\n", "\n\n", "\r\n\r", "\x0b\r\n", "\x85"]

/** Requests that a gateway must not serve, with a canary behind or within them. */
const strangers: ReadonlyArray<(hidden: string) => string> = [
  (hidden) => `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n${hidden}`,
  (hidden) => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n${hidden}`,
  (hidden) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${hidden}`,
  (hidden) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Big: ${"x".repeat(17_000)}\r\n\r\n${hidden}`,
  (hidden) => `GET /${"x".repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.0\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Nul: a\0b\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n${hidden}`,
  (hidden) => `FROB /healthz HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  (hidden) => `GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  (hidden) => `GET /healthz HTTP/1.1 x\r\nHost: x\r\n\r\n${hidden}`,
]

/** Free requests with a body that hides the canary: a server that drops the body and reads on would execute it. */
const carriers = [
  "GET /healthz HTTP/1.1",
  "GET /nothing HTTP/1.1",
  "GET /v2/balance HTTP/1.1",
  "DELETE /v2/balance HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "GET http://other.test/healthz HTTP/1.1",
  "GET //healthz HTTP/1.1",
  "GET /v2/%2e%2e/healthz HTTP/1.1",
  "POST /v2/runs/x/cancel HTTP/1.1",
]
const asides = [
  "",
  "Connection: Upgrade\r\nUpgrade: websocket\r\n",
  "Connection: Upgrade\r\nUpgrade: h2c\r\n",
  "Expect: 100-continue\r\n",
  "Expect: x\r\n",
  "Connection: keep-alive, Content-Length\r\n",
]

type Template = (dice: Dice, parts: Parts, hidden: string) => string

/** In nearly all of these the canary is no request of its own. */
const templates: ReadonlyArray<Template> = [
  (dice, { attacker, path }, hidden) => {
    const covered = `0\r\n\r\n${hidden}`
    return `${head(path, attacker, `${swapped(dice, `Content-Length: ${covered.length}`, dice.pick(codings))}\r\n`)}${covered}`
  },
  (dice, { attacker, path }, hidden) => {
    const chunked = `${size(hidden)}\r\n${hidden}\r\n0\r\n\r\n`
    const short = size(hidden).length + 2
    return `${head(path, attacker, `${swapped(dice, `Content-Length: ${short}`, dice.pick(codings))}\r\n`)}${chunked}`
  },
  (dice, { attacker, path }, hidden) => `${head(path, attacker, `${dice.pick(lengths)(hidden.length)}\r\n`)}${hidden}`,
  (dice, { attacker, path }, hidden) =>
    `${head(path, attacker, "Transfer-Encoding: chunked\r\n")}${dice.pick(chunkSizes)(hidden.length)}\r\n${hidden}\r\n0\r\n\r\n`,
  (dice, { attacker, outerToken, path }, hidden) => {
    const body = bodyOf(outerToken)
    const chunk = `${size(body)}\r\n${body}\r\n`
    const trailer = dice.pick(["", "X: y\r\n", "bad trailer\r\n", "X: y\r\n z\r\n", "X : y\r\n", "Content-Length: 0\r\n", "\0: y\r\n"])
    const end = dice.pick(["\n", "\r", "X: ", "\r\r"])
    return `${head(path, attacker, "Transfer-Encoding: chunked\r\n")}${chunk}0\r\n${trailer}${end}${hidden}`
  },
  (dice, { attacker, path }, hidden) =>
    `${head(path, attacker, `${dice.pick(asides)}Content-Length: ${hidden.length}\r\n`, dice.pick(carriers))}${hidden}`,
  (dice, { attacker, path }, hidden) =>
    `${head(path, attacker, `${dice.pick(asides)}Transfer-Encoding: chunked\r\n`, dice.pick(carriers))}${size(hidden)}\r\n${hidden}\r\n0\r\n\r\n`,
  (dice, _, hidden) => dice.pick(strangers)(hidden),
  (dice, { path }, hidden) => `POST ${path} HTTP/1.1\r\nHost: gateway.test\r\nX-A: b${dice.pick(lineEnds)}${dice.pick(lineEnds)}${hidden}`,
]

const swapped = (dice: Dice, a: string, b: string) => (dice.chance(50) ? `${a}\r\n${b}` : `${b}\r\n${a}`)

/** One of the known tricks. */
export const smuggled = (dice: Dice, parts: Parts): string =>
  dice.pick(templates)(dice, parts, whole(parts.path, parts.victim, parts.canaryToken))

/** Valid requests or a trick, changed at random: what may be executed then, only a strict reader can say. */
export const mangled = (dice: Dice, parts: Parts): string => {
  const valid = whole(parts.path, parts.attacker, parts.outerToken) + whole(parts.path, parts.victim, parts.canaryToken)
  let text = dice.chance(60) ? valid : smuggled(dice, parts)
  for (let i = 1 + dice.below(3); i > 0; i--) text = change(dice, text)
  return text
}

const nasty = [
  "\0",
  "\r",
  "\n",
  "\r\n",
  " ",
  "\t",
  ":",
  ",",
  ";",
  "0",
  "\x7f",
  "\xff",
  "\x85",
  "\r\n\r\n",
  "chunked",
  "Content-Length: 5\r\n",
]

const change = (dice: Dice, text: string): string => {
  const at = dice.below(text.length)
  const lines = text.split("\r\n")
  const line = dice.below(lines.length)
  switch (dice.below(7)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(dice.below(256)) + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + dice.pick(nasty) + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + dice.below(8))
    case 3:
      return lines.toSpliced(line, 0, lines[line]!).join("\r\n")
    case 4:
      return lines.toSpliced(line, 1).join("\r\n")
    case 5:
      return lines.toSpliced(line, 1, lines[line]!.toUpperCase()).join("\r\n")
    default:
      return lines.slice(0, line).join("\r\n") + dice.pick(lineEnds) + lines.slice(line).join("\r\n")
  }
}
