import { Effect, Layer } from "effect"
import { railsLayer } from "../../rails/registry.ts"
import { database, storage } from "../Gateway.ts"
import { Settings } from "../Settings.ts"

/** What a command needs besides its flags: the books, over the same database as a running gateway, or one that is started for it. */
export const services = storage.pipe(Layer.provideMerge(Layer.merge(database, railsLayer)), Layer.provideMerge(Settings.layer))

export const withServices = <A, E, R>(command: Effect.Effect<A, E, R>) => Effect.provide(command, services)
