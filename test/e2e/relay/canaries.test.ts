import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { type WireAnswers, sendBytes } from "../../support/hostile/wire.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt, RelayFixture, relayFixture } from "../../support/relay/fixture.ts"
import { recordingOrigin } from "../../support/relay/origins.ts"
import { listAll } from "../../support/relay/expectations.ts"

const canary = "canary7f3a"

/** Headers that are never relayed. */
const kept = `
  Cookie Cookie2 Idempotency-Key X-Payment-Note X-Payment-Signature Payment-Note Proxy-Authorization Proxy-Connection Proxy-Authenticate
  Keep-Alive TE Trailer Trailers Upgrade HTTP2-Settings X-Gateway-Signature X-Gateway-Key-Id X-Gateway-Request-Id X-Gateway-Anything
  X-Request-Id X-Forwarded-For X-Forwarded-Proto X-Forwarded-Port X-Forwarded-User Forwarded Via X-Real-IP True-Client-IP CF-Connecting-IP
  X-HTTP-Method-Override X-Method-Override X-HTTP-Method X-Original-URL X-Rewrite-URL X-Original-Host X-Host
`
  .trim()
  .split(/\s+/)

const mixed = (name: string) => [...name].map((letter, i) => (i % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase())).join("")

/** One header in every disguise that a single request may wear. */
const disguised = (name: string): ReadonlyArray<readonly [string, string]> => {
  const line = (as: string) => `${as}: ${canary}\r\n`
  const underscored = name.replaceAll("-", "_")
  const half = name.replace("-", "_")
  const forms: ReadonlyArray<readonly [string, string]> = [
    [`${name} in odd case`, line(mixed(name))],
    [`${name} with underscores`, line(underscored) + line(half.toUpperCase())],
    [`${name} named by Connection`, `${line(name)}Connection: keep-alive, ${name}\r\n`],
  ]
  // A second header of these names is refused, since it would be ambiguous.
  return name === "Idempotency-Key" ? forms : [...forms, [`${name} twice`, line(name) + line(name.toUpperCase())]]
}

interface Place {
  readonly name: string
  /** The whole request, for a key and the path that it is known by. */
  readonly request: (secret: string, path: string) => string
  /** The request reaches the origin, without the canary. */
  readonly goesOn: boolean
}

const request = (line: string, secret: string, headers = "", body = "") =>
  `${line} HTTP/1.1\r\nHost: gateway.example\r\nAuthorization: Bearer ${secret}\r\n${headers}\r\n${body}`

const withHeaders = ([name, headers]: readonly [string, string]): Place => ({
  name,
  // A key belongs to one request.
  request: (secret, path) => request(`GET ${path}`, secret, headers.replaceAll(canary, `${canary}-${/\d+$/.exec(path)?.[0]}`)),
  goesOn: true,
})

const place = (name: string, goesOn: boolean, request: Place["request"]): Place => ({ name, goesOn, request })
const chunks = (trailers: string) => `2\r\n{}\r\n0\r\n${trailers}\r\n`
const streamed = "Transfer-Encoding: chunked\r\n"

const places: ReadonlyArray<Place> = [
  ...kept.flatMap(disguised).map(withHeaders),
  ...[
    ["a header that Connection names", `X-Hop: ${canary}\r\nConnection: X-Hop\r\n`],
    ["a header that Connection names in odd case", `x-hOP: ${canary}\r\nConnection: close , X-HOP\r\n`],
    ["a header that Connection names with an underscore", `X-Hop-By: ${canary}\r\nConnection: x_hop_by\r\n`],
    ["a header that the second of two Connections names", `X-Hop: ${canary}\r\nConnection: close\r\nCONNECTION: x-hop\r\n`],
    ["a header that an underscored Connection names", `X_Hop: ${canary}\r\nConnection: X-Hop\r\n`],
    ["Connection itself", `Connection: ${canary}\r\n`],
    ["Authorization with an underscore ahead", `Proxy_Authorization: Bearer ${canary}\r\n`],
    ["a pinned rail with an underscore", `X_Payment_Rail: ${canary}\r\n`],
    ["a payment with underscores", `PAYMENT_SIGNATURE: ${canary}\r\nX_PAYMENT: ${canary}\r\n`],
  ].map(([name, headers]) => withHeaders([name!, headers!])),
  place("the chunks' extensions", true, (secret, path) =>
    request(`POST ${path}/track`, secret, streamed, `2;${canary}=1\r\n{}\r\n0;${canary}\r\n\r\n`),
  ),
  place("trailers", true, (secret, path) =>
    request(
      `POST ${path}/track`,
      secret,
      `${streamed}Trailer: X-Late\r\n`,
      chunks(`X-Late: ${canary}\r\nAuthorization: ${canary}\r\nCookie: ${canary}\r\n`),
    ),
  ),
  place("an odd Transfer-Encoding", false, (secret, path) =>
    request(`POST ${path}/track`, secret, `Transfer-Encoding: ${canary}, chunked\r\n`, chunks("")),
  ),
  place("Expect", false, (secret, path) => request(`POST ${path}/track`, secret, `Expect: ${canary}\r\nContent-Length: 2\r\n`, "{}")),
  place("a second Authorization", false, (secret, path) => request(`GET ${path}`, secret, `Authorization: Bearer ${canary}\r\n`)),
  place("a second Host", false, (secret, path) => request(`GET ${path}`, secret, `Host: ${canary}\r\n`)),
  place("the key's own header, malformed", false, (_, path) => request(`GET ${path}`, canary)),
  place("the rail", false, (secret, path) => request(`GET ${path}`, secret, `X-Payment-Rail: ${canary}\r\n`)),
  place("a dry run", false, (secret, path) => request(`GET ${path}`, secret, `X-Payment-Dry-Run: ${canary}\r\n`)),
  place("the workspace", false, (secret, path) => request(`GET ${path}`, secret, `X-Workspace-Id: ${canary}\r\n`)),
  place("userinfo of the target", false, (secret, path) => request(`GET http://${canary}:${canary}@gateway.example${path}`, secret)),
  place("userinfo of a target without a scheme", false, (secret, path) => request(`GET //${canary}@gateway.example${path}`, secret)),
  place("a fragment", false, (secret, path) => request(`GET ${path}#${canary}`, secret)),
  place("a folded header", false, (secret, path) => request(`GET ${path}`, secret, `X-Fold: a\r\n ${canary}\r\n`)),
  place("a name with a space", false, (secret, path) => request(`GET ${path}`, secret, `Cookie : ${canary}\r\n`)),
  place("a name of another script", false, (secret, path) => request(`GET ${path}`, secret, `X-\xc9: ${canary}\r\n`)),
  place("a tunnel", false, (secret) => request(`CONNECT ${canary}:443`, secret)),
  place("a request behind the body", true, (secret, path) =>
    request(`POST ${path}/track`, secret, "Content-Length: 2\r\n", `{}GET /x HTTP/1.1\r\nCookie: ${canary}\r\n\r\n`),
  ),
]

layer(relayFixture(), { excludeTestServices: true })("what a caller says to the gateway alone", (it) => {
  it.effect(`a secret that a caller sends to the gateway reaches no origin, in any of ${places.length} places`, () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* RelayFixture
      const port = Number(new URL(baseUrl).port)
      const origin = yield* recordingOrigin
      yield* listAll([listingAt(origin.origin, { slug: "canary", signing: null })])
      const { organisation, secret } = yield* newBuyer()
      const heard: ReadonlyArray<WireAnswers> = yield* Effect.forEach(
        places,
        (one, i) => sendBytes(port, { bytes: one.request(secret, `/canary/parcels/place-${i}`), answers: 1 }),
        { concurrency: 8 },
      )
      const bytes = origin.bytes()
      expect(bytes).not.toContain(canary)
      expect(bytes.toLowerCase()).not.toContain(canary)
      expect(bytes).not.toContain(secret)
      expect(bytes).not.toContain(Buffer.from(canary).toString("base64").slice(0, 12))
      const wentOn = places.map(({ name }, i) => [name, new RegExp(`(GET|POST) /parcels/place-${i}[ /]`).test(bytes)])
      expect(wentOn).toEqual(places.map(({ goesOn, name }) => [name, goesOn]))
      const charged = heard.filter(({ answers: [first] }) => first?.header("x-money-moved") === "charged").length
      expect(charged).toBe(places.filter(({ goesOn }) => goesOn).length)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: charged, held: 0, released: 0 })
      yield* expectCleanAudit
    }),
  )
})
