import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../../domain/ledger/postings.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { send } from "../../support/cluster/client.ts"
import { expectJsonError } from "../../support/cluster/commandLine.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { buy, farthing, json, log, operated, why } from "./fixture.ts"

layer(operated(), { excludeTestServices: true })("credits that operators pay out", (it) => {
  it.effect("granted credits are not paid out, only what is left beside them, unless --force is given", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 5 })
      const ledger = yield* Ledger
      const transfers = [{ debit: outside("card"), credit: buyerAccount("credits"), amount: microUsd(20_000_000n) }]
      yield* ledger.execute({ _tag: "Post", organisation, ref: "topup", transfers })
      expect(yield* buy(secret)).toBe(200)
      const payOut = (amount: string, ref: string) =>
        ["credits", "pay-out", "--org", organisation, "--amount", amount, "--ref", ref, ...why] as const
      const gift = {
        code: "not_payable",
        sentence: /has 24\.999 USD to give, and 5 USD.*at most 19\.999 USD can be paid out\. Nothing was booked/,
      }
      expectJsonError(yield* farthing(...payOut("20", "p1"), "--json"), gift)
      expectJsonError(yield* farthing(...payOut("30", "p1"), "--json"), gift)
      expect(yield* json(...payOut("19.999", "p1"))).toMatchObject({ posted: true })
      expect(yield* json(...payOut("19.999", "p1")), "repeated, it is answered as booked").toMatchObject({ posted: false })
      expectJsonError(yield* farthing(...payOut("0.000001", "p2"), "--json"), { code: "not_payable", sentence: /at most 0 USD/ })
      yield* json("credits", "take-back", "--org", organisation, "--amount", "2", "--ref", "t1", ...why)
      expectJsonError(yield* farthing(...payOut("1", "p2"), "--json"), { code: "not_payable", sentence: /and 3 USD.*at most 0 USD/ })
      expect(yield* json(...payOut("3", "p2"), "--force")).toMatchObject({ posted: true })
      const { body } = yield* send({ baseUrl: yield* baseUrl, secret, path: "/v2/balance" })
      expect(body.balance?.available?.amount).toBe(0)
      expect((yield* log(organisation))[0]).toMatchObject({ action: "credits pay-out --force", reason: "ticket 4711", outcome: "done" })
      yield* expectCleanAudit
    }),
  )
})
