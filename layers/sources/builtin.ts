import { Effect, Layer } from "effect"
import { type Operation, type Source, Sources } from "../../domain/catalogue/Source.ts"
import { airports, makeAirports } from "./airports/source.ts"
import { almanac } from "./almanac/source.ts"
import { atlas } from "./atlas/source.ts"
import { bankCheck } from "./bank-check/source.ts"
import { clockwork } from "./clockwork/source.ts"
import { currenciesSource } from "./currencies/source.ts"
import { openDataset } from "./dataset/openDataset.ts"
import { discovery } from "./discovery.ts"
import { ephemeris } from "./ephemeris/source.ts"
import { gazetteer, places } from "./gazetteer/source.ts"
import { makeCalendarYears } from "./holidays/CalendarYears.ts"
import { holidays } from "./holidays/source.ts"
import { ip2locLite } from "./ip2loc-lite/source.ts"
import { ipNetworks } from "./ip-registry/network.ts"
import { ipRanges, ipRegistry } from "./ip-registry/source.ts"
import { netnames } from "./netnames/source.ts"
import { taxIds } from "./tax-ids/source.ts"
import { telecom } from "./telecom/source.ts"
import { unitsSource } from "./units/source.ts"
import { vatLite } from "./vat-lite/source.ts"

/** The sources that need no dataset in the database: their operations only compute. */
export const selfContained: ReadonlyArray<Source> = [
  almanac,
  atlas,
  bankCheck,
  clockwork,
  currenciesSource,
  ephemeris,
  ip2locLite,
  netnames,
  taxIds,
  telecom,
  unitsSource,
  vatLite,
].map((source) => ({ ...source, operations: source.operations.map((operation) => ({ ...operation, computed: true })) }))

/** The sources that ship with the gateway: real data and real computation, no network. Large data fill their tables in the background. */
export const layer = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const withData = [
      holidays(yield* makeCalendarYears()),
      yield* makeAirports(yield* openDataset(airports)),
      gazetteer(yield* openDataset(places)),
      ipRegistry(yield* openDataset(ipRanges), yield* openDataset(ipNetworks)),
      ...discovery,
    ]
    const repeatable = withData.map((source) => ({ ...source, operations: source.operations.map(toRepeatable) }))
    return [...selfContained, ...repeatable]
  }),
)

/** They only read. */
const toRepeatable = (operation: Operation): Operation => ({ ...operation, repeatable: true })
