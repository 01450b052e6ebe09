import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { fill } from "../../../../domain/ask/answer/template.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"
import { textOf } from "../textOf.ts"
import { codes } from "./reasonCodes.ts"

layer(only(bankCheck))("bank.validate_bic", (it) => {
  const validate = (bic: string) => call("bank-check", "bank.validate_bic", { bic })

  it.effect("bank.validate_bic splits a BIC into its parts", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* validate("deut de ff 500"), {
        country: { code: "DE", name: "Germany" },
        bank: {
          bic: "DEUTDEFF500",
          bic8: "DEUTDEFF",
          bic11: "DEUTDEFF500",
          valid: true,
          reasons: [],
          bank_code: "DEUT",
          name: "Deutsche Bank",
          city: "FRANKFURT AM MAIN",
          names_listed: true,
          location_code: "FF",
          branch_code: "500",
          primary_office: false,
          test_bic: false,
          passive_participant: false,
        },
      })
      const chase = yield* validate("CHASUS33")
      assert.deepEqual(
        ["bank.bic11", "bank.branch_code", "bank.primary_office", "country.code"].map((path) => at(chase, path)),
        ["CHASUS33XXX", null, true, "US"],
      )
      assert.isTrue(at(yield* validate("NEDSZAJJXXX"), "bank.primary_office"))
    }),
  )

  it.effect("bank.validate_bic detects test and passive codes by their location code (ISO 9362)", () =>
    Effect.gen(function* () {
      assert.isTrue(at(yield* validate("DEUTDEF0"), "bank.test_bic"))
      assert.isTrue(at(yield* validate("DEUTDEF1"), "bank.passive_participant"))
    }),
  )

  it.effect("a wrong length of an IBAN or a BIC is stated with the right one", () =>
    Effect.gen(function* () {
      const messages = (document: unknown) => JSON.stringify(at(document, "bank.reasons"))
      assert.include(messages(yield* validate("BARCGB2")), "It has 7 characters: a BIC has 8, or 11 with the branch.")
      const iban = yield* call("bank-check", "bank.validate_iban", { iban: "SA038000000060801016751" })
      assert.include(messages(iban), "It has 23 characters; an IBAN with SA has 24.")
    }),
  )

  it.effect("bank.validate_bic calls the parts of a BIC codes, and names the bank of a German one", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        textOf("bank.validate_bic", yield* call("bank-check", "bank.validate_bic", { bic: "RZBAATWW" }), ["bank.valid"]),
        "RZBAATWW is a well-formed BIC of Austria. Its bank code is RZBA and its location code WW.",
      )
    }),
  )

  it.effect("bank.validate_bic delivers an invalid BIC together with its reasons", () =>
    Effect.gen(function* () {
      for (const [bic, reason] of [
        ["DEUTZZFF", "unknown_country"],
        ["DEU1DEFF", "wrong_format"],
        ["DEUTDEFF5", "wrong_length"],
        ["DEUTDEFF5000", "wrong_length"],
        ["--", "wrong_length"],
      ] as const) {
        const document = yield* validate(bic)
        assert.deepEqual([bic, at(document, "bank.valid"), codes(document)], [bic, false, [reason]])
      }
    }),
  )

  it.effect("bank.validate_bic has the name and the city of a listed bank, also by its head office, and states why it has no other", () =>
    Effect.gen(function* () {
      for (const [bic, name, listed] of [
        ["GENODEF1M04", "Hausbank München", true],
        ["DEUTDEFF500", "Deutsche Bank", true],
        ["ZZZZDEFF", null, true],
        ["BPKOPLPW", "PKO BANK POLSKI S.A.", true],
        ["BCITITMM123", "INTESA SANPAOLO SPA", true],
        ["KCBLKENX", "KCB BANK KENYA LIMITED", true],
        ["ZZZZTDND", null, false],
        ["DEUTZZFF", null, null],
      ] as const) {
        const document = yield* validate(bic)
        assert.deepEqual([at(document, "bank.name"), at(document, "bank.names_listed")], [name, listed], bic)
      }
      const facts = ["bank.name", "bank.city"]
      assert.include(
        textOf("bank.validate_bic", yield* validate("KCBLKENX"), facts),
        "The bank of this code is KCB BANK KENYA LIMITED. It is in NAIROBI.",
      )
      const unlisted = yield* validate("ZZZZTDND")
      const limits = (builtinTemplates("bank.validate_bic")?.limits ?? []).map((limit) => fill(limit, unlisted)?.text)
      assert.include(limits, "The name of the bank is unknown: no source has a list of the banks of Chad.")
    }),
  )

  it.effect("bank.validate_bic names the characters that have not the form of a BIC", () =>
    Effect.gen(function* () {
      for (const [bic, sentence] of [
        ["OKOYF1HH", "the fifth and sixth characters are the country's and must be two letters, and F1 has a digit"],
        ["DEU1DEFF", "the first four characters are the bank's and must be letters, and DEU1 has a digit"],
      ] as const)
        assert.strictEqual(textOf("bank.validate_bic", yield* validate(bic), ["bank.valid"]), `${bic} is not a valid BIC: ${sentence}.`)
    }),
  )
})
