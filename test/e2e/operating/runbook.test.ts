import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { microUsd } from "../../../domain/money/Money.ts"
import { type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { bankCheck } from "../../../layers/sources/bank-check/source.ts"
import { call } from "../../support/cluster/client.ts"
import { FakeRail } from "../../support/fakeRail.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { argumentsOf, incidents } from "../../support/runbook.ts"
import { buy, farthing, log, operated, passDeadline, unknownCall } from "./fixture.ts"

const fake = new FakeRail({ settles: "before_answer", opens: microUsd(1_000_000n) })

/** What a call is answered after an incident. */
const afterwards: Readonly<Record<string, number | string>> = {
  "A key leaked": "api_key_revoked",
  "A program spends too much": 200,
  "A customer does not pay, or takes a payment back": 200,
  "A customer leaves and wants its data erased": "api_key_revoked",
}

const notifications: Listing = {
  slug: "notifications-api",
  name: "Weather",
  publisher: "Weather Ltd",
  origin: "http://127.0.0.1:1",
  allowPrivate: true,
  status: "active",
  signing: null,
  dailyCap: null,
  maxAnswerBytes: 1000,
  endpoints: [{ method: "GET", path: "/now", name: "Now", pricing: { model: "per_call", price: microUsd(1000n), id: "" } }],
}

layer(operated({ fake: fake.rail }, [bankCheck]), { excludeTestServices: true })("the runbook", (it) => {
  it("docs/runbook.md has ten incidents, each with commands", () => {
    expect(incidents.map(({ commands }) => commands.length > 0)).toEqual(Array.from({ length: 10 }, () => true))
    const titles = incidents.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(Object.keys(afterwards)))
  })

  for (const { commands, title } of incidents) {
    it.effect(`every command of the runbook works for the incident "${title}"`, () =>
      Effect.gen(function* () {
        const { key, organisation, secret } = yield* newBuyer({ dollars: 25 })
        yield* Effect.flatMap(Listings, (listings) => listings.put(notifications))
        const isUnknown = title.startsWith("Whether a payment")
        const bought = yield* isUnknown
          ? Effect.map(unknownCall(secret, fake, "pays unanswered"), ({ id }) => id)
          : Effect.map(call({ baseUrl: yield* baseUrl, secret, token: "t" }), (reply) => reply.header("x-payment-id")!)
        if (isUnknown) yield* passDeadline(bought)
        for (const line of commands) {
          expect(line).toMatch(/^npx farthing /)
          const args = argumentsOf(line, { ORG: organisation, KEY: key.id, CALL: bought })
          const { code, stderr, stdout } = yield* farthing(...args)
          // The rail of the test is not one of the command line.
          const isRefused = args[1] === "end" && !args.includes("--without-rail")
          expect({ line, code, stderr }).toEqual({
            line,
            code: isRefused ? 1 : 0,
            stderr: isRefused ? expect.stringContaining("not set up here") : "",
          })
          if (!isRefused) expect(stdout).toMatch(/\S/)
        }
        if (title in afterwards) expect(yield* buy(secret)).toBe(afterwards[title])
        const written = (yield* log(organisation)).map(({ outcome }: { outcome: string }) => outcome)
        const ofOrganisation = commands.filter((line) => /"\$(ORG|KEY|CALL)".*--reason/.test(line)).length
        expect(written).toHaveLength(isUnknown ? 1 : ofOrganisation)
        yield* expectCleanAudit
      }),
    )
  }
})
