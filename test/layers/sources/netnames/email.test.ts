import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { netnames } from "../../../../layers/sources/netnames/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"
import { textOf } from "../textOf.ts"

const check = (address: unknown) => ask(netnames, "email.check", { address })

describe("email.check", () => {
  it.effect("email.check normalises addresses that RFC 5321 and 5322 allow", () =>
    Effect.gen(function* () {
      const normal: Readonly<Record<string, string>> = {
        "Ada.Lovelace@EXAMPLE.org": "Ada.Lovelace@example.org",
        " ada@example.org ": "ada@example.org",
        "Ada Lovelace <ada@example.org>": "ada@example.org",
        "mailto:ada@example.org": "ada@example.org",
        "a!#$%&'*+/=?^_`{|}~-b@example.org": "a!#$%&'*+/=?^_`{|}~-b@example.org",
        '"ada lovelace"@example.org': '"ada lovelace"@example.org',
        "o'brien@acme.ie": "o'brien@acme.ie",
        "ada@printer.local": "ada@printer.local",
        '"a@b"@example.org': '"a@b"@example.org',
        "ada@münchen.de": "ada@xn--mnchen-3ya.de",
        "дама@президент.рф": "дама@xn--d1abbgf6aiiy.xn--p1ai",
        [`${"a".repeat(64)}@example.org`]: `${"a".repeat(64)}@example.org`,
      }
      for (const [typed, address] of Object.entries(normal)) {
        const document = yield* check(typed)
        assert.deepEqual([typed, at(document, "email.address"), at(document, "email.reasons")], [typed, address, []])
        assert.deepEqual(at(yield* check(address), "email.address"), address)
      }
    }),
  )

  it.effect("email.check finds the domain, the tag, the role and the display name of an address", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* check('"Lovelace, Ada" <Info+news@mail.bbc.co.uk>'), {
        email: {
          address: "Info+news@mail.bbc.co.uk",
          valid: true,
          reasons: [],
          display_name: "Lovelace, Ada",
          local_part: "Info+news",
          tag: "news",
          without_tag: "Info@mail.bbc.co.uk",
          role_account: true,
          needs_smtputf8: false,
          disposable: null,
          free_provider: false,
          suggested_domain: null,
        },
        domain: { name: "bbc.co.uk", host: "mail.bbc.co.uk", host_unicode: "mail.bbc.co.uk", special_use: false, suffix_section: "none" },
      })
      assert.isTrue(at(yield* check("дама@example.org"), "email.needs_smtputf8"))
      assert.isTrue(at(yield* check("ada@example.org"), "domain.special_use"))
      assert.isFalse(at(yield* check("information@example.org"), "email.role_account"))
      assert.isNull(at(yield* check('"a+b"@example.org'), "email.tag"))
    }),
  )

  it.effect("email.check delivers an invalid address together with its reason", () =>
    Effect.gen(function* () {
      const wrong: Readonly<Record<string, string>> = {
        ada: "no_at_sign",
        "@example.org": "no_local_part",
        "ada.@example.org": "dots",
        ".ada@example.org": "dots",
        "a..da@example.org": "dots",
        "ada@localhost": "no_top_level",
        "ada@-example.org": "domain_hyphen",
        "ada@exam_ple.org": "domain_underscore",
        "ada@mail_one.example.org": "domain_underscore",
        "john@company.con": "unlisted_top_level",
        "bob@mail.acme.xyzabc": "unlisted_top_level",
        "ada@example.org.": "domain_empty_label",
        "ada@example..org": "domain_empty_label",
        "ada@192.0.2.1": "domain_ip_address",
        "ada@": "domain_not_a_name",
        "ada@example.org/path": "domain_not_a_name",
        "ada@example.org:25": "domain_not_a_name",
        "ada@x@example.org": "illegal_character",
        "ada lovelace@example.org": "illegal_character",
        "ada\r\nBcc: x@example.org": "illegal_character",
        "a@example.org, b@example.org": "illegal_character",
        [`${"a".repeat(65)}@example.org`]: "local_part_too_long",
        [`${"ä".repeat(33)}@example.org`]: "local_part_too_long",
        [`${"a".repeat(60)}@${"abcdefg.".repeat(25)}org`]: "too_long",
      }
      for (const [typed, code] of Object.entries(wrong)) {
        const document = yield* check(typed)
        const reasons = at(document, "email.reasons")
        assert.deepEqual(
          [typed, at(document, "email.valid"), at(document, "email.address"), Array.isArray(reasons) && reasons.map((one) => one.code)],
          [typed, false, null, [code]],
        )
      }
      for (const typed of ["", "a".repeat(513), 7, { a: 1 }])
        assert.include(yield* Effect.flip(check(typed)), { _tag: "invalid_source_input" })
    }),
  )

  it.effect("email.check states the domain after the @ and the registrable domain, each by its name", () =>
    Effect.gen(function* () {
      const domainText = (document: Schema.Json) => textOf("email.check", document, ["domain.name"])
      assert.include(
        domainText(yield* check("sales@mail.example.co.uk")),
        "The domain after the @ is mail.example.co.uk; the registrable domain is example.co.uk.",
      )
      // A name below it is missing.
      assert.include(textOf("email.check", yield* check("jane@co.ke"), ["email.valid"]), "co.ke is a public suffix")
      assert.notInclude(textOf("email.check", yield* check("jane@example.co.ke"), ["email.valid"]), "public suffix")
      assert.include(domainText(yield* check("ada@printer.local")), "The domain after the @ is printer.local.")
      assert.strictEqual(
        textOf("email.check", yield* check("john@company.con"), ["email.valid", "email.free_provider"]),
        "It is not a valid e-mail address: the Public Suffix List has no top-level domain con.",
      )
      assert.include(domainText(yield* check("john@company.con")), "the Public Suffix List has no top-level domain con")
    }),
  )
})
