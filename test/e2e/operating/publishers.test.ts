import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { PublisherId } from "../../../domain/publishing/Publisher.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { PgPublishers } from "../../../layers/postgres/publishing/PgPublishers.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { until } from "../../support/until.ts"
import { buy, farthing, json, operated, why } from "./fixture.ts"

layer(PgPublishers.pipe(Layer.provideMerge(operated())), { excludeTestServices: true })("publishers on the command line", (it) => {
  it.effect("an operator creates and verifies a publisher, and decides about its payout, with lines in the log", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      yield* buy(secret)
      const [payment] = (yield* json("payments", "list")).payments
      const { payee } = payment.split
      // The list states what `payments show` states: its events and transfers too.
      expect([payment.events.length, payment.transfers.length]).toEqual([2, 2])
      const created = yield* json("publisher", "create", "--name", "Scripts", "--payee", payee, "--payee", "Second name")
      const { publisher_id: id, key } = created
      expect(created).toMatchObject({ name: "Scripts", status: "active", payees: ["Second name", payee].sort() })
      expect(key).toMatch(/^frt_pbl_[0-9A-Za-z]{49}$/)
      expect((yield* json("publisher", "list")).publishers).toMatchObject([{ publisher_id: id }])
      const taken = yield* farthing("publisher", "create", "--name", "Thief", "--payee", payee, "--json")
      expect([taken.code, JSON.parse(taken.stdout).error.code]).toEqual([1, "payee_taken"])
      expect((yield* json("publisher", "list")).publishers).toHaveLength(1)

      const wrong = yield* farthing("publisher", "iban", id, "--iban", "DE89370400440532013001", "--evidence", "letter 7", ...why, "--json")
      expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining("is no valid IBAN")])
      expect(yield* json("publisher", "iban", id, "--iban", "DE89 3704 0044 0532 0130 00", "--evidence", "letter 7", ...why)).toMatchObject(
        { subject: "DE…3000" },
      )
      const publishers = yield* Publishers
      const wallet = `0x${"ab".repeat(20)}`
      yield* publishers.addProof(PublisherId.make(id), { kind: "wallet", subject: wallet, evidence: "{}", submittedBy: "publisher" })
      expect(yield* json("publisher", "show", id)).toMatchObject({
        verification: "pending",
        proofs: [
          { kind: "wallet", status: "pending", subject: wallet },
          { kind: "iban", evidence: "letter 7" },
        ],
        balance: { available: payment.split.publisher, total: payment.split.publisher },
      })
      expect(yield* json("publisher", "approve", id, ...why)).toMatchObject({
        verification: "verified",
        missing: [],
        approved: [expect.any(String), expect.any(String)],
      })

      const base = yield* baseUrl
      const post = Effect.promise(() =>
        fetch(`${base}/v1/publishers/me/payouts`, { method: "POST", headers: { authorization: `Bearer ${key}` } }).then((answer) =>
          answer.json(),
        ),
      )
      const requested = (yield* post) as { readonly id: string }
      expect(requested).toMatchObject({ status: "requested", amount: payment.split.publisher })
      expect((yield* json("payouts", "list", "--status", "requested")).payouts).toMatchObject([
        { id: requested.id, publisher_id: id, wallet },
      ])
      expect(yield* json("payouts", "reject", requested.id, ...why)).toMatchObject({ status: "rejected", reason: "ticket 4711" })
      const { id: second } = (yield* post) as { readonly id: string }
      expect(yield* json("payouts", "approve", second, ...why)).toMatchObject({ status: "approved" })
      yield* until(Effect.map(json("payouts", "show", second), ({ last_error }) => last_error !== null))
      expect(yield* json("payouts", "show", second)).toMatchObject({
        status: "approved",
        last_error: expect.stringContaining("FARTHING_X402_PAYOUT_KEY"),
        items: [{ payment_id: payment.id, payee, kind: "call", amount: payment.split.publisher }],
      })
      expect(
        (yield* json("payments", "list", "--kind", "payout")).payments.map((p: { id: string; status: string }) => [p.id, p.status]),
      ).toEqual([
        [second, "settling"],
        [requested.id, "released"],
      ])
      expect(yield* json("payments", "show", second)).toMatchObject({
        kind: "payout",
        amount: payment.split.publisher,
        rail_details: { publisher_id: id, calls: 1 },
      })

      const month = new Date(yield* publishers.now).toISOString().slice(0, 7)
      expect(yield* json("publisher", "statement", id, "--month", month)).toMatchObject({
        opening: { amount: 0 },
        closing: payment.split.publisher,
        lines: [{ kind: "earned", entries: 1 }],
      })
      const rate = ["publisher", "rate", "--rail", "credits", "--basis-points", "100", "--from", "2026-01-01"]
      expect((yield* json(...rate, ...why)).rates).toContainEqual({
        rail: "credits",
        settled_from: "2026-01-01T00:00:00.000Z",
        basis_points: 100,
      })
      expect((yield* json("publisher", "rates")).rates).toContainEqual({
        rail: "x402",
        settled_from: "2026-05-01T00:00:00.000Z",
        basis_points: 200,
      })
      const after = yield* json("publisher", "show", id)
      expect(Number(after.balance.total.amount_micro_usd)).toBeGreaterThan(Number(payment.split.publisher.amount_micro_usd))
      expect((yield* json("publisher", "set", id, "--status", "suspended", "--payee", "Third name", ...why)).payees).toHaveLength(3)
      expect((yield* json("publisher", "key", id, ...why)).key).not.toBe(key)
      const { entries } = yield* json("log")
      expect(entries.map(({ action }: { action: string }) => action).toReversed()).toEqual([
        "publisher create",
        "publisher create",
        "publisher iban",
        "publisher approve",
        "payouts reject",
        "payouts approve",
        "publisher rate",
        "publisher set",
        "publisher key",
      ])
      expect(JSON.stringify(entries)).not.toContain("370400440532013")
    }),
  )
})
