import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { settingsReader } from "../../domain/settings.ts"

const readerOf = (env: Readonly<Record<string, string>>) =>
  settingsReader(Object.keys(env)).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

it.effect("settings are read as the values that their rules describe", () =>
  Effect.gen(function* () {
    const reader = yield* readerOf({ A: " 8402 ", B: "0.50", C: "x, y", D: "https://a.example/b", E: "off", F: "two", G: "s3cret" })
    expect(reader.wholeNumber("A", undefined, { min: 0, max: 65_535 })).toBe(8402)
    expect(reader.dollars("B", undefined)).toBe(500_000n)
    expect(reader.list("C", "must be letters", [], (part) => (part.length === 1 ? part : undefined))).toEqual(["x", "y"])
    expect(reader.url("D", "", undefined)).toBe("https://a.example/b")
    expect(reader.boolean("E", true)).toBe(false)
    expect(reader.oneOf("F", ["one", "two"], "one")).toBe("two")
    const secret = reader.secret("G", "must be letters and digits", undefined, /^\w+$/)
    expect(String(secret)).not.toContain("s3cret")
    expect(secret && Redacted.value(secret)).toBe("s3cret")
    expect(reader.mistakes).toEqual([])
  }),
)

it.effect("every wrong setting is one sentence with its name and its rule, and answers the fallback", () =>
  Effect.gen(function* () {
    const reader = yield* readerOf({ A: "65536", B: "0", C: "x,x", D: "ftp://a.example", E: "maybe", F: "four", G: "a b" })
    expect(reader.wholeNumber("A", 1, { min: 0, max: 65_535 })).toBe(1)
    expect(reader.dollars("B", undefined)).toBeUndefined()
    expect(reader.list("C", "must be letters", [], (part) => part)).toEqual([])
    reader.url("D", ", for instance http://127.0.0.1:4318", undefined)
    reader.boolean("E", false)
    reader.oneOf("F", ["one", "two", "three"], "one")
    reader.secret("G", "must be letters and digits", undefined, /^\w+$/)
    expect(reader.mistakes).toEqual([
      "A must be a whole number from 0 to 65535. Correct it or unset it.",
      "B must be an amount in US dollars above 0, for instance 5 or 0.50. Correct it or unset it.",
      "C must be letters. Correct it or unset it.",
      "D must be an http or https URL, for instance http://127.0.0.1:4318. Correct it or unset it.",
      "E must be true or false. Correct it or unset it.",
      "F must be one of one, two, three. Correct it or unset it.",
      "G must be letters and digits. Correct it or unset it.",
    ])
  }),
)

it.effect("an empty setting counts as unset", () =>
  Effect.gen(function* () {
    const reader = yield* readerOf({ A: "" })
    expect([reader.has("A"), reader.wholeNumber("A", 7, { min: 0, max: 9 }), reader.mistakes]).toEqual([false, 7, []])
  }),
)
