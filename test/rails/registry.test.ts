import { describe, expect, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { type OtherPaymentsStore, OtherPaymentsStores } from "../../domain/rail/OtherPayments.ts"
import type { RailParts, RailModule } from "../../rails/RailModule.ts"
import { credits } from "../../rails/credits/rail.ts"
import { equipAll, registry } from "../../rails/registry.ts"

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
