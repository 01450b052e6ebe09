import { expect } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { type GatewayProcess, spawnNode } from "../../support/cluster/gatewayProcess.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import type { MortalConfig } from "./mortalMain.ts"
import { callsAreOverdue, Gateway402 } from "./fixture.ts"

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
  const { chain, heir, location, mine, received } = yield* Gateway402
  const buyer = yield* newBuyer({ dollars: 0 })
  const config: MortalConfig = { at, chain: chain.url, location }
  const mortal = yield* spawnNode([main, JSON.stringify(config)], /^ready (http:\S+)$/)
  const headers = { authorization: `Bearer ${buyer.secret}`, "content-type": "application/json", ...(yield* paying(buyer, mortal)) }
  const before = yield* received
  const request = { method: "POST", headers, body: `{"script.token":"${at}"}` }
  const response = fetch(`${mortal.baseUrl}/v1/execute/script/script.fast`, request).catch(() => undefined)
  // Behind the inclusion it takes another block, or several, until it passes its moment.
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(200), mine(1))))
  const end = yield* Effect.timeout(mortal.ended, "3 minutes")
  expect(end.signal).toBe("SIGKILL")
  yield* Effect.promise(() => response)

  // The node's silence and the call's deadline are set to be over before another node starts, so that the test does not wait for them.
  const { money: sql } = yield* Database
  yield* sql`update node set seen_at = '-infinity'`
  yield* callsAreOverdue(buyer.organisation)
  yield* heir
  const look = sql<Row>`select state, settlement from call where org = ${buyer.organisation}`
  const open = ({ settlement, state }: Row) => state === "reserved" || settlement === "pending"
  yield* until(Effect.map(look, (rows) => !rows.some(open)))
  const rows = yield* look
  // An outcome that is still unpublished would be published by the next mortal node, which would then die before its own moment.
  yield* until(Effect.map(sql`select from rail_x402.settlement where not announced`, (waiting) => waiting.length === 0))
  const settled = { state: "captured", settlement: "settled" }
  expect(rows).toMatchObject([unpaid.has(at) ? { state: "released", settlement: "none" } : settled])
  expect(yield* received).toBe(unpaid.has(at) ? before : before + 1_000n)
  yield* expectCleanAudit
  return buyer
})
