import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { type ReadDataset, loadDataset } from "../../../../layers/sources/dataset/openDataset.ts"
import { gazetteer, places } from "../../../../layers/sources/gazetteer/source.ts"

/** The gazetteer over its loaded data. */
export const open = Effect.gen(function* () {
  yield* loadDataset(places)
  const { reads } = yield* Database
  const data: ReadDataset = (read) => Effect.orDie(read(reads))
  return gazetteer(data)
})
