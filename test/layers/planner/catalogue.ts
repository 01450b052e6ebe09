import { Effect } from "effect"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { makeAirports } from "../../../layers/sources/airports/source.ts"
import { selfContained } from "../../../layers/sources/builtin.ts"
import { discovery } from "../../../layers/sources/discovery.ts"
import { gazetteer } from "../../../layers/sources/gazetteer/source.ts"
import { holidays } from "../../../layers/sources/holidays/source.ts"
import { ipRegistry } from "../../../layers/sources/ip-registry/source.ts"

/** What the built-in sources offer, without their data: plans are made of descriptions. */
export const builtinEntries = Effect.runSync(
  Effect.scoped(
    Effect.map(
      makeAirports(() => Effect.never),
      (airports) =>
        catalogueEntries([
          ...selfContained,
          holidays(() => Effect.never),
          airports,
          gazetteer(() => Effect.never),
          ipRegistry(
            () => Effect.never,
            () => Effect.never,
          ),
          ...discovery,
        ]),
    ),
  ),
)
