import { expect } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { type GatewayProcess, spawnNode } from "../../support/processGateway.ts"
import { expectCleanBooks } from "../../support/processNodes.ts"
import type { MortalConfig } from "./mortalMain.ts"
import { Gateway402 } from "./scene.ts"

const main = fileURLToPath(new URL("mortalMain.ts", import.meta.url))

interface Row {
  readonly state: string
  readonly settlement: string
}

export type Buyer = Effect.Success<ReturnType<typeof newBuyer>>

/** Where nothing was delivered yet, nothing is paid. */
export const unpaid: ReadonlySet<string> = new Set(["reserve:committed", "dispatch:answered"])

/**
 * A buyer's call on a gateway that kills itself at this moment: another one ends it, and the call's one row, the books and
 * the chain are as they must be. `paying` prepares the payment and answers its headers.
 */
export const killedAt = Effect.fnUntraced(function* <R>(
  at: string,
  paying: (buyer: Buyer, mortal: GatewayProcess) => Effect.Effect<Record<string, string>, never, R | Scope.Scope>,
) {
  const { chain, location, mine, received, work } = yield* Gateway402
  const buyer = yield* newBuyer({ dollars: 0 })
  const config: MortalConfig = { at, chain: chain.url, location }
  const mortal = yield* spawnNode([main, JSON.stringify(config)], /^ready (http:\S+)$/)
  const headers = { authorization: `Bearer ${buyer.secret}`, "content-type": "application/json", ...(yield* paying(buyer, mortal)) }
  const before = yield* received
  const request = { method: "POST", headers, body: `{"script.token":"${at}"}` }
  const asked = fetch(`${mortal.baseUrl}/v1/execute/script/script.fast`, request).catch(() => undefined)
  // Behind the inclusion it takes another block, or several, until it passes its moment.
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(200), mine(1))))
  const end = yield* Effect.timeout(mortal.ended, "90 seconds")
  expect(end.signal).toBe("SIGKILL")
  yield* Effect.promise(() => asked)

  yield* work
  const { money: sql } = yield* Database
  const look = sql<Row>`select state, settlement from call where org = ${buyer.organisation}`
  let rows = yield* look
  for (let tries = 0; rows.some(({ settlement, state }) => state === "reserved" || settlement === "pending"); tries++) {
    expect(tries, JSON.stringify(rows)).toBeLessThan(1_000)
    yield* Effect.sleep(100)
    rows = yield* look
  }
  const settled = { state: "captured", settlement: "settled" }
  expect(rows).toMatchObject([unpaid.has(at) ? { state: "released", settlement: "none" } : settled])
  expect(yield* received).toBe(unpaid.has(at) ? before : before + 1_000n)
  yield* expectCleanBooks
  return buyer
})
