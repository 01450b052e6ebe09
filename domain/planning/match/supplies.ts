import type { MicroUsd } from "../../money/Money.ts"
import { type InputField, variantsOf } from "../../catalogue/Source.ts"
import { type OperationCall, callChain, makeCall, type ValueOrigin } from "./OperationCall.ts"
import { kindOf, type Mention } from "../read/Mention.ts"
import { maximumCost } from "../../pricing/price.ts"
import type { Producer, OperationIndex } from "./OperationIndex.ts"
import { mentionWeight } from "../read/thresholds.ts"

/** A way to obtain a value of a kind. `anchor` is the mention that it starts from; `cost` the maximum cost of the calls that produce the value. */
export interface Supply {
  readonly anchor: Mention
  readonly origin: ValueOrigin
  readonly cost: MicroUsd
  readonly depth: number
}

const maxDepth = 3
const maxSuppliesPerKind = 8

/**
 * Finds the cheapest way from the mentions to a value of a kind. `references`: the mentions that stand for an earlier answer. Results are cached for one
 * question.
 */
export const makeSupplies = (
  index: OperationIndex,
  mentions: ReadonlyArray<Mention>,
  limit: number,
  references: ReadonlyMap<Mention, ValueOrigin> = new Map(),
) => {
  const direct = (mention: Mention): Supply => ({
    anchor: mention,
    origin: references.get(mention) ?? { _tag: "Literal", value: mention.value, mention },
    cost: 0n as MicroUsd,
    depth: 0,
  })
  const cache = new Map<string, ReadonlyArray<Supply>>()

  const suppliesOf = (kind: string, depth = maxDepth): ReadonlyArray<Supply> => {
    const key = `${kind} ${depth}`
    const cached = cache.get(key)
    if (cached) return cached
    // An empty entry during the search keeps a kind from being produced from itself.
    cache.set(key, [])
    const stated = mentions.filter((mention) => mention.kind === kind).map(direct)
    const made = depth === 0 ? [] : (index.producers.get(kind) ?? []).flatMap((producer) => madeBy(producer, depth - 1))
    const best = cheapest([...stated, ...made]).slice(0, maxSuppliesPerKind)
    cache.set(key, best)
    return best
  }

  const madeBy = (producer: Producer, depth: number): ReadonlyArray<Supply> =>
    variantsOf(producer.operation.definition).flatMap((variant) => {
      const required = variant.input.filter((field) => field.required)
      // An operation without inputs does not depend on the question, and one with more than two is rarely only a means.
      if (required.length === 0 || required.length > 2) return []
      const perField = required.map((field) =>
        suppliesOf(kindOf(field.slot), depth).filter(({ anchor }) => anchor.needs === undefined && anchor.weight >= mentionWeight.possible),
      )
      const [first] = perField
      return (first ?? []).flatMap((supply, place): ReadonlyArray<Supply> => {
        // A latitude that the question states goes with the longitude that it states, not with one of a place near that latitude.
        const others = perField
          .slice(1)
          .map((options) =>
            supply.depth === 0 && options[place]?.depth === 0
              ? options[place]
              : (options.find((option) => option.anchor === supply.anchor) ?? options[place]),
          )
        const chosen = [supply, ...others]
        if (chosen.some((option) => option === undefined)) return []
        const input = new Map(required.map((field, at): [InputField, ValueOrigin] => [field, chosen[at]!.origin]))
        const call = makeCall(producer.operation, variant, input)
        const { list, pointer } = producer
        const origin: ValueOrigin = { _tag: "CallOutput", call, pointer, ...(list !== undefined && { list }) }
        return [
          {
            anchor: supply.anchor,
            origin,
            cost: maximumCostOfChain(call, limit),
            depth: 1 + Math.max(...chosen.map((option) => option!.depth)),
          },
        ]
      })
    })

  return suppliesOf
}

/** The maximum cost of a call and of the calls that supply its inputs. */
export const maximumCostOfChain = (call: OperationCall, limit: number): MicroUsd =>
  callChain(call).reduce((sum, { variant }) => (sum + maximumCost(variant.pricing, limit)) as MicroUsd, 0n as MicroUsd)

/** The cheapest supply from each mention. */
const cheapest = (supplies: ReadonlyArray<Supply>): ReadonlyArray<Supply> => {
  const best = new Map<Mention, Supply>()
  for (const supply of supplies) {
    const other = best.get(supply.anchor)
    if (other === undefined || supply.cost < other.cost || (supply.cost === other.cost && supply.depth < other.depth))
      best.set(supply.anchor, supply)
  }
  return [...best.values()].sort((a, b) => a.depth - b.depth || a.anchor.start - b.anchor.start)
}
