import { Schema } from "effect"

/** A component that is up. `startedAt` in milliseconds since 1970. */
export const Up = Schema.Struct({ url: Schema.String, pid: Schema.Int, startedAt: Schema.Number })
export type Up = typeof Up.Type

/** What is up at this moment, by name. */
export const Board = Schema.Record(Schema.String, Up)
export type Board = typeof Board.Type

/** What a keeper tells whoever watches it: at once, at every change, and every second. One line of JSON each. */
export const Told = Schema.Struct({ instance: Schema.String, watcher: Schema.String, components: Board })
export type Told = typeof Told.Type

/** Every request to a keeper names the instance it means: a stranger's program on its port is never asked for anything. */
export const instanceHeader = "x-sandbox-instance"
