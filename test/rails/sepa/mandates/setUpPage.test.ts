import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { openSetUp } from "../../../../rails/sepa/mandates/setUpPage.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const returns = { successUrl: "https://shop.example/done", cancelUrl: "https://shop.example/back" }

describe("the page for a mandate", () => {
  for (const route of ["POST /v1/customers", "POST /v1/checkout/sessions"])
    for (const kind of ["error_after", "error_without_effect"] as const)
      it(`a failure that Stripe stored (${kind}, ${route}) does not block the page, which is opened once`, () =>
        quietly(
          Effect.gen(function* () {
            const world = new World(1)
            yield* world.open
            world.emulator.addFault({ kind, route })
            const open = world.as(Effect.result(openSetUp(world.organisation, returns)))
            yield* open
            const page = yield* open
            expect(page).toMatchObject({ _tag: "Success", success: { url: expect.stringContaining("/pay/") } })
            expect(yield* open, "a repeated request gets the same page").toEqual(page)
            expect(world.emulator.state.all("customer")).toHaveLength(1)
            expect(world.emulator.state.all("session")).toHaveLength(1)
          }),
        ))

  it("stored failures one after the other end with a failure that may be repeated", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(2)
        yield* world.open
        world.emulator.addFault({ kind: "error_without_effect", route: "POST /v1/customers", times: 20 })
        const open = world.as(Effect.result(openSetUp(world.organisation, returns)))
        for (let i = 0; i < 3; i++) expect((yield* open)._tag).toBe("Failure")
        world.emulator.clearFaults()
        expect((yield* open)._tag).toBe("Success")
        expect(world.emulator.state.all("customer")).toHaveLength(1)
      }),
    ))
})
