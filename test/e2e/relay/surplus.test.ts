import { expect, layer } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { testOrigin } from "../../layers/origin/testOrigin.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { listingAt } from "../../support/relay/fixture.ts"
import { sendRaw } from "../../support/relay/rawClient.ts"
import { relayGateway } from "../../support/relay/gateway.ts"
import { type OriginBehavior, listAll } from "../../support/relay/expectations.ts"

/** One connection to each origin at a time, so that any two buyers share it one after the other. */
const gateway = relayGateway({ origins: { connectionsPerOrigin: 1, maxWaitingPerOrigin: 1_000, keepAliveMs: 60_000 } })

const forged = "HTTP/1.1 200 OK\r\nX-For: forged\r\nContent-Length: 6\r\n\r\nforged"
const own = (token: string) => `HTTP/1.1 200 OK\r\nX-For: ${token}\r\nContent-Length: ${token.length}\r\n\r\n${token}`
const chunked = (token: string) => `HTTP/1.1 200 OK\r\nX-For: ${token}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbox\r\n0\r\n\r\n`
const bodiless = (status: number) => (token: string) =>
  `HTTP/1.1 ${status} Odd\r\nX-For: ${token}\r\nContent-Length: ${forged.length}\r\n\r\n`

/** What an origin answers to a request with this token, and what follows in the same breath. */
const surplus: ReadonlyArray<readonly [name: string, method: string, answer: (token: string) => string, rest: string]> = [
  ["a second answer", "GET", own, forged],
  ["a second answer behind chunks", "GET", chunked, forged],
  ["half a second answer", "GET", own, forged.slice(0, 20)],
  ["an early hint", "GET", own, "HTTP/1.1 103 Early Hints\r\nX-For: forged\r\n\r\n"],
  ["more body than its Content-Length", "GET", own, "surplus"],
  ["a line end too many", "GET", own, "\r\n"],
  ["a body to HEAD", "HEAD", own, forged],
  ["a body under 204", "GET", bodiless(204), forged],
  ["a body under 304", "GET", bodiless(304), forged],
]

const tokenOf = (request: string) => /^\S+ \/parcels\/(\S+) /.exec(request)?.[1] ?? "nobody"
const tokens = Array.from({ length: 12 }, (_, i) => `token-${i}`)

layer(gateway, { excludeTestServices: true })("what an origin sends beyond its answer", (it) => {
  for (const [i, [name, method, answer, rest]] of [...surplus, ["nothing", "GET", own, ""] as const].entries()) {
    it.effect(`surplus bytes of an origin reach no other buyer: ${name}`, () =>
      Effect.gen(function* () {
        const origin = yield* testOrigin((socket, request) => void socket.write(`${answer(tokenOf(request))}${rest}`))
        yield* listAll([listingAt(origin.origin, { slug: `surplus-${i}` })])
        const buyers = [yield* newBuyer(), yield* newBuyer()] as const
        const bought = (token: string, n: number) => sendRaw(buyers[n % 2]!.secret, { method, path: `/surplus-${i}/parcels/${token}` })
        const answers = yield* Effect.forEach(tokens, bought, { concurrency: "unbounded" })
        expect(answers.map(({ header }) => [header("x-for"), header("x-money-moved")])).toEqual(tokens.map((token) => [token, "charged"]))
        expect(answers.filter(({ bytes }) => /forged|surplus/.test(bytes.toString()))).toEqual([])
        // Nothing is read from a connection behind such an answer; where there is no surplus one serves them all.
        if (rest === "" || rest === "\r\n") expect(origin.connections()).toBe(1)
        else expect(origin.connections()).toBe(tokens.length)
        for (const { organisation } of buyers)
          expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 6, released: 0, held: 0 })
      }),
    )
  }

  it.effect("bytes that an origin sends on an idle connection reach no buyer", () =>
    Effect.gen(function* () {
      const sockets: Array<Parameters<OriginBehavior>[0]> = []
      const origin = yield* testOrigin((socket, request) => {
        sockets.push(socket)
        socket.write(own(tokenOf(request)))
      })
      yield* listAll([listingAt(origin.origin, { slug: "later" })])
      const [one, other] = [yield* newBuyer(), yield* newBuyer()]
      for (let round = 0; round < 5; round++) {
        expect((yield* sendRaw(one.secret, { path: "/later/parcels/one" })).bytes.toString()).toBe("one")
        sockets.at(-1)!.write(forged)
        yield* Queue.take(origin.closed)
        expect((yield* sendRaw(other.secret, { path: "/later/parcels/other" })).bytes.toString()).toBe("other")
      }
      expect(new Set(sockets).size).toBe(6)
      yield* expectCleanAudit
    }),
  )
})
