import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

interface TerritoryInfo {
  readonly supplemental: { readonly territoryInfo: Readonly<Record<string, { readonly _population?: string }>> }
}

/** Without inhabitants: the file counts crews of stations, or a person. */
const uninhabited = new Set(["AQ", "BV", "GS", "HM", "TF", "UM"])

/** The file is 180 KB of languages and scripts: it is read, made slim and let go, not imported. */
const load = (): ReadonlyMap<string, number> => {
  const { supplemental }: TerritoryInfo = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve("cldr-core/supplemental/territoryInfo.json")), "utf8"),
  )
  return new Map(
    Object.entries(supplemental.territoryInfo).flatMap(([code, { _population }]) => {
      const people = Number(_population)
      return Number.isSafeInteger(people) && people > 0 && !uninhabited.has(code) ? [[code, people] as const] : []
    }),
  )
}

/** How many people live in a country or territory: estimates of Unicode CLDR, by ISO 3166-1 alpha-2 code. */
export const populations: ReadonlyMap<string, number> = load()
