import { fold } from "../../../domain/planning/read/words.ts"
import { ianaZone } from "../../sources/clockwork/zones.ts"

/** The form of a name that is looked up: its words in lower case, without accents and signs. */
export const keyOf = (name: string): string => (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")

/** Cities that time zones are named after, with their zones: they need no call to a source. */
export const zoneCities: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf("timeZone").flatMap((old) => {
    const zone = ianaZone(old) ?? old
    const cityOf = (name: string) => name.slice(name.lastIndexOf("/") + 1).replaceAll("_", " ")
    return old.includes("/") && !old.startsWith("Etc/") ? [old, zone].map((name) => [keyOf(cityOf(name)), zone] as const) : []
  }),
)
