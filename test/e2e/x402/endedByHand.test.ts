import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { sandboxMaster, sandboxNetwork } from "../../../rails/x402/settings.ts"
import { derivedKey } from "../../../rails/x402/wallets/derivedSigner.ts"
import { nowhere, treasury } from "../../rails/x402/rail/fixture.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { commandWith } from "../../support/cluster/inProcess.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { argumentsOf, incidents } from "../../support/runbook.ts"
import { until } from "../../support/until.ts"
import { broughtIn, buyOver, Gateway402, gateway402, paymentOf } from "./fixture.ts"

/** The first `call end` of the runbook, for a rail that is set up. */
const endBySettlement = incidents
  .find(({ title }) => title.startsWith("Whether a payment was made is unknown"))!
  .commands.find((line) => line.includes("call end") && !line.includes("--without-rail"))!

/** A command of the operator, with the settings of the gateway and the node at this URL. */
const farthing = Effect.fnUntraced(function* (url: string, ...args: ReadonlyArray<string>) {
  const env = {
    FARTHING_X402_RPC_URL: url,
    FARTHING_X402_CHAIN_ID: String(sandboxNetwork.chainId),
    FARTHING_X402_GAS_KEYS: derivedKey(sandboxMaster, "gas 0"),
    FARTHING_X402_MASTER: Redacted.value(sandboxMaster),
    FARTHING_X402_PAY_TO: treasury,
    FARTHING_X402_CONFIRMATIONS: "2",
  }
  return yield* commandWith((yield* Gateway402).location, env, args)
})

const json = Effect.fnUntraced(function* (url: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* farthing(url, ...args, "--json")
  expect({ args, code, stderr, ...(code === 0 ? {} : { stdout }) }).toEqual({ args, code: 0, stderr: "" })
  return JSON.parse(stdout)
})

/** What the books have of the organisation: the hold of its payer, and each posting of the call. */
const booksOf = Effect.fnUntraced(function* (organisation: string) {
  const { money: sql } = yield* Database
  const accounts = yield* sql<{ held: string; posted: string }>`select sum(held)::text as held, sum(posted)::text as posted
    from account where org = ${organisation} and id like 'x402:%'`
  const transfers = yield* sql<{ debit: string; credit: string; amount: string }>`select debit, credit, amount::text as amount
    from transfer where org = ${organisation} order by id`
  return { ...accounts[0]!, transfers: transfers.map(({ amount, credit, debit }) => [debit.split(":")[0], credit, amount]) }
})

layer(gateway402({ answerWithinMs: 1_000 }), { excludeTestServices: true })("a payment whose outcome no node reports", (it) => {
  it.effect(
    "is ended by the command of the runbook once nothing else can end it, with the books before and after, and is not credited again when the chain is back",
    () =>
      Effect.gen(function* () {
        const { chain, mine, moveTo, payment, received } = yield* Gateway402
        const { organisation, secret } = yield* newBuyer({ dollars: 0 })
        const { money: sql } = yield* Database
        // The payment is valid by the machine's clock.
        yield* sql`update clock set ahead = interval '0'`
        const before = yield* received
        yield* Effect.promise(() => chain.client.setAutomine(false))
        const { headers, status } = yield* buyOver(secret, "lost", { "PAYMENT-SIGNATURE": payment() })
        expect([status, headers.get("x-money-moved")]).toEqual([202, "unknown"])
        const id = headers.get("x-payment-id")!
        // The node is lost behind the broadcast: the money moves, and the gateway cannot learn it.
        yield* until(
          Effect.map(
            Effect.promise(() => chain.client.getTxpoolStatus()),
            ({ pending }) => pending === 1,
          ),
        )
        moveTo(nowhere)
        yield* mine(1)
        expect(yield* received).toBe(before + 1_000n)

        const end = argumentsOf(endBySettlement, { CALL: id })
        expect(end.slice(0, 4)).toEqual(["call", "end", id, "--settled"])
        const held = { held: "1000", posted: "0", transfers: [] }
        expect(yield* booksOf(organisation)).toEqual(held)
        expect(yield* broughtIn).toBe(before)
        expect((yield* json(nowhere, "unknowns")).unknowns).toMatchObject([{ call_id: id, rail: "x402", held: { amount: 0.001 } }])
        expectJsonError(yield* farthing(nowhere, ...end, "--json"), { code: "not_endable", sentence: /until then its node ends it/ })
        yield* sql`update call set deadline = farthing_now() - interval '1 second' where id = ${id}`
        expectJsonError(yield* farthing(nowhere, ...end, "--json"), { code: "not_endable", sentence: /may still be made. Wait until then/ })
        expect(yield* booksOf(organisation)).toEqual(held)

        // The payment was valid for ten minutes.
        yield* sql`update clock set ahead = ahead + interval '15 minutes'`
        const ended = yield* farthing(nowhere, ...end)
        expect(ended).toMatchObject({ code: 0, stderr: "", stdout: `The call ${id} is ended as paid: 0.001 USD were charged.\n` })
        const books = {
          held: "0",
          posted: "0",
          transfers: expect.arrayContaining([
            ["outside", expect.stringMatching(/^buyer:x402:/), "1000"],
            ["buyer", expect.stringMatching(/^payee:/), "980"],
            ["buyer", "platform:fees", "20"],
          ]),
        }
        expect(yield* booksOf(organisation)).toEqual(books)
        expect((yield* booksOf(organisation)).transfers).toHaveLength(3)
        expect(yield* broughtIn).toBe(yield* received)
        expect((yield* json(nowhere, "unknowns")).unknowns).toEqual([])
        yield* paymentOf(secret, id, "settled")
        yield* expectCleanAudit
        expectJsonError(yield* farthing(nowhere, ...end, "--json"), { code: "not_endable", sentence: /holds no money/ })

        moveTo(chain.url)
        yield* mine(3)
        yield* until(Effect.map(sql`select from rail_x402.settlement where not announced`, (rows) => rows.length === 0))
        const audit = yield* json(chain.url, "ledger", "audit")
        expect(audit.checks.filter(({ violations }: { readonly violations: number }) => violations > 0)).toEqual([])
        expect(yield* json(chain.url, "payments", "verify", id)).toMatchObject({ ok: true })
        expect((yield* booksOf(organisation)).transfers).toHaveLength(3)
        expect(yield* broughtIn).toBe(yield* received)
      }),
  )
})
