import { describe, expect, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { Audit } from "../../domain/ledger/Ledger.ts"
import { type OtherPaymentsStore, OtherPaymentsStores } from "../../domain/rail/OtherPayments.ts"
import { Unavailable } from "../../domain/rail/Rail.ts"
import type { RailAudit, RailParts, RailModule } from "../../rails/RailModule.ts"
import { credits } from "../../rails/credits/rail.ts"
import { equipAll, registry } from "../../rails/registry.ts"
import { auditBooks, auditLines } from "../../src/books/audit.ts"

const moduleOf = (id: string, brings: Partial<RailParts>): RailModule => ({
  id,
  description: id,
  tables: {},
  settings: [],
  make: Effect.succeed({ rail: { ...credits, id }, ...brings }),
})

const Desk = Context.Reference<string>("farthing/test/Desk", { defaultValue: () => "none" })
const bookOf = (): OtherPaymentsStore => ({ list: () => Effect.succeed([]), find: () => Effect.undefined })

describe("the registry of rails", () => {
  for (const [id, rail] of Object.entries(registry)) {
    it(`the registry has ${id} under its own id, and the rail laws are tested for it`, () => {
      expect(rail.id).toBe(id)
      const fixture = new URL(`${id}.test.ts`, import.meta.url)
      expect(existsSync(fixture), `the rail ${id} has no fixture: write test/rails/${id}.test.ts`).toBe(true)
      expect(readFileSync(fixture, "utf8"), `test/rails/${id}.test.ts runs the rail laws`).toContain(`railLaws("${id}"`)
    })
  }

  it.effect("the registry combines the other payments of several rails", () =>
    Effect.gen(function* () {
      const [one, other] = [bookOf(), bookOf()]
      const context = yield* equipAll([
        moduleOf("one", { otherPayments: [one] }),
        moduleOf("two", {}),
        moduleOf("three", { otherPayments: [other] }),
      ])
      expect(Context.get(context, OtherPaymentsStores)).toEqual([one, other])
    }),
  )

  it.effect(
    "the ledger audit runs the checks of every rail, names each break, and in live mode fails on an outside that it cannot read",
    () =>
      Effect.gen(function* () {
        const books = Audit.of({ run: Effect.succeed([{ name: "the books balance", violations: 0 }]) })
        const audited = (audit: RailAudit, mode: "sandbox" | "live") =>
          Effect.gen(function* () {
            const context = yield* equipAll([moduleOf("one", {}), moduleOf("two", { audit })])
            return yield* Effect.provide(auditBooks(mode), Context.add(context, Audit, books))
          })
        const broken = yield* audited({ "its table agrees": Effect.succeed(["payment 7: 3 here, 4 there"]) }, "sandbox")
        expect([broken.ok, broken.complete, broken.checks.flatMap(auditLines)]).toEqual([
          false,
          true,
          ["ok    the books balance", "FAIL  two: its table agrees (1)", "        payment 7: 3 here, 4 there"],
        ])
        const unread: RailAudit = { "the bank agrees": Effect.fail(new Unavailable({ message: "The bank is closed." })) }
        const sandbox = yield* audited(unread, "sandbox")
        expect([sandbox.ok, sandbox.complete]).toEqual([true, false])
        expect(sandbox.checks.flatMap(auditLines).at(-1)).toBe("????  two: the bank agrees: not checked. The bank is closed.")
        expect((yield* audited(unread, "live")).ok).toBe(false)
      }),
  )

  it.effect("a gateway does not start where the service of one rail would replace that of another", () =>
    Effect.gen(function* () {
      const services = Context.make(Desk, "mine")
      const doubled = yield* Effect.flip(equipAll([moduleOf("one", { services }), moduleOf("two", { services })]))
      expect(doubled.message).toContain("farthing/test/Desk")
      const books = Context.make(OtherPaymentsStores, [bookOf()])
      expect((yield* Effect.flip(equipAll([moduleOf("one", { services: books })]))).message).toContain("OtherPaymentsStores")
    }),
  )
})
