import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { accountKey } from "../../../../domain/ledger/state.ts"
import { dayMs } from "../../../../domain/time.ts"
import { renewCustomer } from "../../../../rails/sepa/mandates/customer.ts"
import { openSetUp } from "../../../../rails/sepa/mandates/setUpPage.ts"
import { missingRequirement } from "../../../../rails/sepa/store/Debtor.ts"
import { quietly } from "../simulation/quietly.ts"
import { World } from "../simulation/World.ts"

const iban = "DE89370400440532013000"

describe("a customer that was deleted at Stripe", () => {
  for (const how of ["by its event", "by the debit that Stripe refuses", "by the page that Stripe refuses"])
    it(`a deleted customer, learned ${how}, stops sales, and what was owed is collected from a new one`, () =>
      quietly(
        Effect.gen(function* () {
          const world = new World(21)
          yield* world.open
          yield* world.registerWebhooks
          yield* world.giveMandate(iban)
          yield* world.work
          yield* world.buy(10, 4_000_000)
          const debtor = () => world.sepa.debtors.get(world.organisation)!
          const account = () => world.books.accounts.get(accountKey(world.organisation, "sepa"))!
          const before = debtor().customer!
          const renew = world.as(Effect.result(renewCustomer(world.organisation)))
          expect(yield* renew, "one that exists is kept").toMatchObject({ failure: { _tag: "NotRenewed" } })

          world.emulator.deleteCustomer(before)
          if (how === "by its event") yield* world.deliverWebhooks
          else {
            for (const { id } of world.emulator.takeDeliveries()) world.emulator.delivered(id, 200)
            if (how === "by the debit that Stripe refuses") {
              world.advance(8 * dayMs)
              yield* world.work
            }
          }
          const page = world.as(
            Effect.result(openSetUp(world.organisation, { successUrl: "https://a.example", cancelUrl: "https://a.example" })),
          )
          const command = expect.stringContaining(`farthing sepa renew-customer ${world.organisation}`)
          expect(yield* page).toMatchObject({ failure: { _tag: "CustomerDeleted", message: command } })
          expect(account().status).toBe("suspended")
          expect(missingRequirement(debtor(), "9.00 EUR")).toMatchObject({ code: "customer_deleted", message: command })

          expect((yield* renew)._tag).toBe("Success")
          expect(debtor().customer).not.toBe(before)
          yield* world.giveMandate(iban)
          yield* world.deliverWebhooks
          expect(debtor().mandate?.status).toBe("active")
          for (let i = 0; i < 8; i++) {
            world.advance(5 * dayMs)
            yield* world.work
          }
          expect([...new Set(world.calls.map(({ settlement }) => settlement))]).toEqual(["settled"])
          expect(account().status).toBe("active")
          expect(world.emulator.state.all("payment_intent").map(({ customer }) => customer)).not.toContain(before)
        }),
      ))
})

describe("name and e-mail of a customer at Stripe", () => {
  it("a customer at Stripe carries the organisation's name and e-mail, also after they change and change back, and loses them when they are erased", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(22)
        yield* world.open
        const customer = () => world.emulator.state.all("customer")[0]
        const first = { name: "Ada Ltd", email: "ada@example.com" }
        world.sepa.contacts.set(world.organisation, first)
        yield* world.giveMandate(iban)
        expect(customer()).toMatchObject({ ...first, metadata: { org: world.organisation } })
        for (const contact of [{ ...first, email: "billing@example.com" }, first, { name: "erased", email: null }]) {
          world.sepa.contacts.set(world.organisation, contact)
          world.advance(3_600_000)
          yield* world.work
          expect(customer()).toMatchObject(contact)
        }
        const updates = () => world.emulator.state.all("key").filter(({ id }) => id.startsWith("contact:")).length
        expect(updates()).toBe(4)
        world.advance(3_600_000)
        yield* world.work
        expect(updates(), "nothing is sent while nothing changes").toBe(4)
      }),
    ))

  it("a mandate is given although Stripe refuses the e-mail, and the customer gets the next one", () =>
    quietly(
      Effect.gen(function* () {
        const world = new World(23)
        yield* world.open
        world.sepa.contacts.set(world.organisation, { name: "Ada Ltd", email: "not an address" })
        yield* world.giveMandate(iban)
        world.advance(3_600_000)
        yield* world.work
        expect(world.sepa.debtors.get(world.organisation)?.mandate?.status).toBe("active")
        world.sepa.contacts.set(world.organisation, { name: "Ada Ltd", email: "ada@example.com" })
        world.advance(3_600_000)
        yield* world.work
        expect(world.emulator.state.all("customer")[0]?.email).toBe("ada@example.com")
      }),
    ))
})
