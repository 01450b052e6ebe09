import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { erc20Abi } from "viem"
import type { Hex } from "../../../rails/x402/evm/hex.ts"
import { usdcAddress } from "../../../rails/x402/sandbox/placeContracts.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { until } from "../../support/until.ts"
import { killedAt, unpaid } from "./killing.ts"
import { Gateway402, gateway402 } from "./fixture.ts"

/** In the order of a call that the organisation's own wallet pays, behind its answer. */
const moments = [
  "reserve:committed",
  "dispatch:answered",
  "capture:committed",
  "stored",
  "signed",
  "committed",
  "broadcast",
  "included",
  "final",
  "published",
] as const

const deposited = 10_000n

layer(gateway402({}, { idle: true }), { excludeTestServices: true })(
  "a gateway that is killed while it is paid from a managed wallet",
  (it) => {
    it.effect.each(moments)("another node ends a wallet call whose gateway is killed at %s, and ledger and chain agree", (at) =>
      Effect.gen(function* () {
        const { chain, mine } = yield* Gateway402
        const { money: sql } = yield* Database
        let wallet: Hex = "0x"
        const buyer = yield* killedAt(at, ({ organisation, secret }, { baseUrl }) =>
          Effect.gen(function* () {
            const headers = { authorization: `Bearer ${secret}` }
            const me = yield* Effect.promise(async () => JSON.parse(await (await fetch(`${baseUrl}/v1/me`, { headers })).text()))
            wallet = me.rails.find(({ rail }: { readonly rail: string }) => rail === "x402").wallet_address
            yield* chain.mint(wallet, deposited)
            yield* mine(2)
            const credited = Effect.orDie(sql`select from account where org = ${organisation} and id = 'x402' and posted = ${deposited}`)
            yield* until(Effect.map(credited, (rows) => rows.length > 0))
            return { "X-Payment-Rail": "x402" }
          }),
        )
        const left = yield* Effect.promise(() =>
          chain.client.readContract({ address: usdcAddress, abi: erc20Abi, functionName: "balanceOf", args: [wallet] }),
        )
        expect(left).toBe(unpaid.has(at) ? deposited : deposited - 1_000n)
        const [account] = yield* sql<{
          posted: string
        }>`select posted::text as posted from account where org = ${buyer.organisation} and id = 'x402'`
        expect(BigInt(account!.posted)).toBe(left)
      }).pipe(Effect.scoped),
    )
  },
)
