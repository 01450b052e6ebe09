import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { constants, setPriority } from "node:os"
import { Database } from "../../postgres/Database.ts"
import type { DatabaseLocation } from "../../postgres/connection.ts"
import type { Dataset } from "./Dataset.ts"
import { load } from "./load.ts"

/** Fills one dataset's tables and ends; `openDataset.ts` starts it and says on its standard input which, and where. */
interface Input {
  readonly location: Exclude<DatabaseLocation, { readonly _tag: "Url" }> | { readonly _tag: "Url"; readonly url: string }
  readonly dataset: Omit<Dataset, "reader"> & { readonly reader: string }
}

const { dataset, location } = JSON.parse(readFileSync(0, "utf8")) as Input
const where: DatabaseLocation = location._tag === "Url" ? { _tag: "Url", url: Redacted.make(location.url) } : location

// The gateway that waits for it is answering others meanwhile.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
await Effect.runPromise(load({ ...dataset, reader: new URL(dataset.reader) }).pipe(Effect.provide(Database.layer(where))))
