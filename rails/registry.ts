import { Layer } from "effect"
import { type Rail, Rails } from "../domain/rail/Rail.ts"
import { credits } from "./credits/credits.ts"

/**
 * Every rail of the gateway, by id, in the order that breaks ties of cost. The allowed values of `X-Payment-Rail`, the
 * documents and the test matrix all derive from this record: a new rail is a folder, a line here and a fixture.
 */
export const registry = { credits } satisfies Record<string, Rail>

export const railsLayer = Layer.succeed(Rails, new Map<string, Rail>(Object.entries(registry)))
