import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Dice } from "../../domain/ledger/model/Dice.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectWellFormed, openSockets, sendBytes } from "../../support/hostile/wire.ts"
import { requestsIn, tokensOf } from "../../support/hostile/framing.ts"
import { mangled, smuggled } from "../../support/hostile/mutations.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { request, bodyOf, tableDigests, plain, refusalFixture, RefusalFixture } from "../../support/refusals/fixture.ts"
import { prices } from "../../support/refusals/market.ts"
import { until } from "../../support/until.ts"

const seeds = [1, 2]
const tricks = 650
const changed = 600

/** What each of these connections says, the same for the same seed. */
const conversations = (seed: number, attacker: string, victim: string) => {
  const dice = new Dice(seed)
  const partsOf = (i: number) => ({ path: plain, attacker, victim, outerToken: `outer-${i}`, canaryToken: `canary-${i}` })
  return [
    ...Array.from({ length: tricks }, (_, i) => smuggled(dice, partsOf(i))),
    ...Array.from({ length: changed }, (_, i) => mangled(dice, partsOf(tricks + i))),
  ]
}

const collect = () => {
  setFlagsFromString("--expose-gc")
  ;(runInNewContext("gc") as () => void)()
  return process.memoryUsage().heapUsed
}

const countOf = (tokens: ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

layer(refusalFixture(), { excludeTestServices: true })("smuggled requests", (it) => {
  it.effect.each(seeds)(
    `of ${tricks + changed} hostile connections none has a request executed that it did not frame as its own (seed %i)`,
    (seed) =>
      Effect.gen(function* () {
        const { port, served } = yield* RefusalFixture
        const attacker = yield* newBuyer()
        const victim = yield* newBuyer()
        const before = { sockets: openSockets(), heap: collect() }
        served.length = 0
        const all = conversations(seed, attacker.secret, victim.secret)
        const received = yield* Effect.forEach(all, (bytes) => sendBytes(port, { bytes, due: requestsIn(bytes).length, quietMs: 1_000 }), {
          concurrency: 80,
        })
        for (const [i, one] of received.entries()) expectWellFormed(one, all[i]!)
        yield* until(Effect.sync(() => openSockets() <= before.sockets))
        yield* until(Effect.map(tableDigests, (tables) => tables.find(({ name }) => name === "open_call")!.rows === 0))
        // A request whose connection was ended behind it may only now have come to its reservation.
        const positions = Effect.all([creditsPosition(attacker.organisation), creditsPosition(victim.organisation)])
        yield* until(Effect.map(positions, ([a, v]) => a.captured + v.captured === served.length))

        // Only a strict reader can decide which requests a connection made. Nearly always the canary is not one of them.
        const hides = (bytes: string) => requestsIn(bytes).every(({ body }) => !body.startsWith('{"token":"canary-'))
        expect(all.filter((bytes) => bytes.includes('"canary-') && hides(bytes)).length).toBeGreaterThan(850)
        const may = countOf(all.flatMap((bytes) => tokensOf(bytes, [attacker.secret, victim.secret])))
        for (const [token, times] of countOf(served)) expect([token, times <= (may.get(token) ?? 0)]).toEqual([token, true])

        // Whatever was served is in the books, nothing else is, and the test had something to find.
        const [a, v] = yield* positions
        expect(a.captured + v.captured).toBe(served.length)
        expect(a.posted + v.posted).toBe(50_000_000 - served.length * prices.plain)
        expect([a.held, v.held]).toEqual([0, 0])
        expect(served.length).toBeGreaterThan(100)
        for (const [i, { answers, closed }] of received.entries()) expect(closed || answers.length >= requestsIn(all[i]!).length).toBe(true)

        expect((yield* request({ method: "GET", path: "/healthz" })).status).toBe(200)
        expect(bodyOf(yield* request({ secret: victim.secret }))).toMatchObject({ status: "completed" })
        yield* until(Effect.sync(() => openSockets() <= before.sockets))
        received.length = 0
        expect(collect() - before.heap).toBeLessThan(60 * 1024 * 1024)
        yield* expectCleanAudit
      }),
  )
})
