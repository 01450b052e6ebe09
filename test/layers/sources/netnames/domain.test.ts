import { assert, describe, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { netnames } from "../../../../layers/sources/netnames/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"
import { textOf } from "../textOf.ts"

const parse = (name: unknown) => ask(netnames, "domain.parse", { "domain.name": name })
const codes = (document: unknown): ReadonlyArray<unknown> => {
  const reasons = at(document, "domain.reasons")
  return Array.isArray(reasons) ? reasons.map((reason) => reason.code) : []
}

describe("domain.parse", () => {
  it.effect("domain.parse splits a name at its public suffix", () =>
    Effect.gen(function* () {
      // typed → registrable domain, subdomain, label, public suffix
      const cases: Readonly<Record<string, ReadonlyArray<string | null>>> = {
        "www.bbc.co.uk": ["bbc.co.uk", "www", "bbc", "co.uk"],
        "news.a.b.example.com.au": ["example.com.au", "news.a.b", "example", "com.au"],
        "EXAMPLE.COM.": ["example.com", null, "example", "com"],
        "city.kawasaki.jp": ["city.kawasaki.jp", null, "city", "kawasaki.jp"],
        "www.ck": ["www.ck", null, "www", "ck"],
        "a.b.c.kobe.jp": ["b.c.kobe.jp", "a", "b", "c.kobe.jp"],
        "co.uk": [null, null, null, "co.uk"],
        "https://user:pw@shop.example.de:8443/cart?a=b#c": ["example.de", "shop", "example", "de"],
        "jane@mail.example.org": ["example.org", "mail", "example", "org"],
        "_dmarc.example.org": ["example.org", "_dmarc", "example", "org"],
        localhost: [null, null, null, null],
      }
      for (const [typed, expected] of Object.entries(cases)) {
        const document = yield* parse(typed)
        const facts = ["name", "subdomain", "label", "public_suffix"].map((fact) => at(document, `domain.${fact}`))
        assert.deepEqual([typed, ...facts], [typed, ...expected])
        assert.isTrue(at(document, "domain.valid"), typed)
      }
    }),
  )

  it.effect("domain.parse writes a name in ASCII and in its own script", () =>
    Effect.gen(function* () {
      const pairs: Readonly<Record<string, string>> = {
        "münchen.de": "xn--mnchen-3ya.de",
        "食狮.公司.cn": "xn--85x722f.xn--55qx5d.cn",
        "faß.de": "xn--fa-hia.de",
        "παράδειγμα.gr": "xn--hxajbheg2az3al.gr",
        "президент.рф": "xn--d1abbgf6aiiy.xn--p1ai",
      }
      for (const [own, ascii] of Object.entries(pairs)) {
        const document = yield* parse(own)
        assert.deepEqual([at(document, "domain.name"), at(document, "domain.name_unicode")], [ascii, own])
        assert.isTrue(at(document, "domain.internationalised"))
        assert.deepEqual(yield* parse(ascii), document)
      }
      assert.strictEqual(at(yield* parse("xn--zzzzzzzzz99999.de"), "domain.host_unicode"), "xn--zzzzzzzzz99999.de")
      assert.strictEqual(at(yield* parse("MÜNCHEN.de"), "domain.name"), "xn--mnchen-3ya.de")
    }),
  )

  it.effect("domain.parse distinguishes private suffixes, names that are never registered and nonexistent suffixes", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* parse("user.github.io"), "domain"), {
        name: "github.io",
        public_suffix: "io",
        private_suffix: "github.io",
      })
      assert.deepInclude(at(yield* parse("printer.local"), "domain"), { special_use: true, registrable: false })
      assert.deepInclude(at(yield* parse("www.example.com"), "domain"), { special_use: true, registrable: true })
      assert.deepInclude(at(yield* parse("notexample.com"), "domain"), { special_use: false })
      assert.deepInclude(at(yield* parse("shop.unknowntld"), "domain"), { public_suffix: null, registrable: false, valid: true })
    }),
  )

  it.effect("a name with an underscore is one of the DNS and of no host", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* parse("db_01.example.org"), "domain"), { valid: true, is_host_name: false })
      assert.deepInclude(at(yield* parse("db-01.example.org"), "domain"), { valid: true, is_host_name: true })
      assert.deepInclude(at(yield* parse("db_01.exam_ple.org"), "domain"), { valid: false, is_host_name: null })
    }),
  )

  it.effect("domain.parse delivers an invalid name together with its reasons", () =>
    Effect.gen(function* () {
      const wrong: Readonly<Record<string, string>> = {
        "192.0.2.1": "ip_address",
        "[2001:db8::1]": "ip_address",
        "2001:db8::1": "ip_address",
        "http://127.1/": "ip_address",
        "a..b": "empty_label",
        ".com": "empty_label",
        "-a.com": "hyphen",
        "acme_shop.de": "underscore",
        "www.under_score.co.uk": "underscore",
        "a-.com": "hyphen",
        "a b.com": "not_a_name",
        "%61.com": "not_a_name",
        "://": "not_a_name",
        "http://": "not_a_name",
        [`${"a".repeat(64)}.com`]: "label_too_long",
        [`${"abcdefg.".repeat(40)}com`]: "too_long",
      }
      for (const [typed, code] of Object.entries(wrong)) {
        const document = yield* parse(typed)
        assert.deepEqual([typed, at(document, "domain.valid"), at(document, "domain.name"), codes(document)], [typed, false, null, [code]])
      }
      for (const typed of [
        "\u0000",
        "\u202e.com",
        "constructor",
        "__proto__",
        "💥".repeat(500),
        "\ud800.com",
        ".".repeat(2_000),
        "a@".repeat(1_000),
      ])
        assert.isBoolean(at(yield* parse(typed), "domain.valid"), typed)
      for (const typed of ["", "a".repeat(2_049), 1, null])
        assert.include(yield* Effect.flip(parse(typed)), { _tag: "invalid_source_input" })
    }),
  )

  it.effect("domain.parse states first that a top-level domain is not listed, and then no registrable domain", () =>
    Effect.gen(function* () {
      for (const [typed, topLevel] of [
        ["company.con", "con"],
        ["www.shop.invalidtld", "invalidtld"],
        ["acme.comm", "comm"],
      ] as const) {
        const document = yield* parse(typed)
        assert.deepInclude(at(document, "domain"), { top_level: topLevel, top_level_listed: false, name: null, registrable: false })
        for (const fact of ["domain.valid", "domain.name", "domain.public_suffix", "domain.registrable"]) {
          const text = textOf("domain.parse", document, [fact])
          assert.isTrue(text.startsWith(`The Public Suffix List has no top-level domain ${topLevel}`), text)
        }
      }
      // The list has only rules for names below .ck and .za, and none for names that are reserved.
      for (const typed of ["example.com", "foo.bar.ck", "ck", "shop.example.co.za", "foo.za", "президент.рф"])
        assert.isTrue(at(yield* parse(typed), "domain.top_level_listed"), typed)
      const reserved = textOf("domain.parse", yield* parse("printer.local"), ["domain.valid"])
      assert.notInclude(reserved, "Public Suffix List")
      assert.include(reserved, "reserved")
    }),
  )

  it.effect("domain.parse states the section of the list in which a host is a suffix, whichever suffix was requested", () =>
    Effect.gen(function* () {
      const suffixText = (document: Schema.Json) => textOf("domain.parse", document, ["domain.public_suffix"])
      const company = yield* parse("github.io")
      assert.deepInclude(at(company, "domain"), { suffix_section: "private", private_suffix: "github.io", private_name: null })
      assert.include(suffixText(company), "github.io is itself a public suffix, of the private section")
      const below = yield* parse("user.github.io")
      assert.deepInclude(at(below, "domain"), { suffix_section: "none", private_suffix: "github.io", private_name: "user.github.io" })
      assert.include(suffixText(below), "user.github.io is itself no public suffix")
      assert.include(suffixText(below), "It lies below github.io")
      assert.include(suffixText(yield* parse("co.uk")), "co.uk is itself a public suffix: names are registered below it.")
      assert.include(suffixText(yield* parse("example.com")), "example.com is itself no public suffix.")
    }),
  )
})
