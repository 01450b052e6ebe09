import { fold } from "../../../domain/planning/read/words.ts"
import cityNames from "./cityNames.json" with { type: "json" }

/** Names of cities of 100,000 people and more that are no words of English, from GeoNames by `scripts/learn.ts cities`. */
const names: ReadonlySet<string> = new Set(Object.values(cityNames).flatMap((own) => own.split(",")))

/** Whether a name, in lower case too, is that of a larger city: `antwerp`, `sao paulo`. */
export const isCityName = (name: string): boolean => names.has(fold(name).replaceAll("-", " "))
