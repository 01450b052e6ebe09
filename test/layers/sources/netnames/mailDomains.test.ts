import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { netnames } from "../../../../layers/sources/netnames/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const facts = (name: string) =>
  Effect.map(ask(netnames, "email.domain", { name }), (document) =>
    ["disposable", "free_provider", "suggested_domain"].map((fact) => at(document, `email.${fact}`)),
  )

it.effect("email.domain distinguishes disposable domains, providers of free addresses and others", () =>
  Effect.gen(function* () {
    for (const name of ["mailinator.com", "guerrillamail.com", "10minutemail.com", "yopmail.com"])
      assert.deepEqual(yield* facts(name), [true, false, null], name)
    for (const name of ["web.de", "gmail.com", "GMX.net", "proton.me", "seznam.cz", "yahoo.co.uk"])
      assert.deepEqual(yield* facts(name), [false, true, null], name)
    // A company: that it is on no list does not mean that it gives no disposable addresses.
    for (const name of ["bbc.co.uk", "volvo.com"]) assert.deepEqual(yield* facts(name), [null, false, null], name)
    assert.deepEqual(yield* facts("not a name"), [null, null, null])
  }),
)

it.effect("email.domain names the large provider that a domain is one letter from", () =>
  Effect.gen(function* () {
    const expected = [
      ["gmial.com", "gmail.com"],
      ["gmai.com", "gmail.com"],
      ["gmaill.com", "gmail.com"],
      ["hotnail.com", "hotmail.com"],
      ["outlok.com", "outlook.com"],
    ] as const
    for (const [name, suggested] of expected) assert.strictEqual((yield* facts(name))[2], suggested, name)
  }),
)

it.effect("email.check has the same facts about the domain of an address, also below a subdomain", () =>
  Effect.gen(function* () {
    const disposable = yield* ask(netnames, "email.check", { address: "a@x.mailinator.com" })
    assert.isTrue(at(disposable, "email.disposable"))
    const free = yield* ask(netnames, "email.check", { address: "anna@web.de" })
    assert.deepEqual([at(free, "email.disposable"), at(free, "email.free_provider")], [false, true])
  }),
)
