import { Schema } from "effect"

const ComponentSchema = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,62}$/)),
  command: Schema.TupleWithRest(Schema.Tuple([Schema.String]), [Schema.String]),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  ready: Schema.Union([Schema.Struct({ says: Schema.Literal("ready") }), Schema.Struct({ answers: Schema.String })]),
  database: Schema.optionalKey(Schema.Boolean),
})

/** What a keeper is told by the gateway that launches it. */
export const KeeperConfig = Schema.Struct({
  instance: Schema.String,
  version: Schema.String,
  /** The process group of the keeper before, if it may still be ending. */
  after: Schema.NullOr(Schema.Int),
  /** Where logs and the components' state are kept. */
  directory: Schema.String,
  /** Without a watcher for this long, all ends. */
  graceMs: Schema.Int,
  /** As text, see `layers/sandbox/location.ts`. */
  database: Schema.String,
  components: Schema.Array(ComponentSchema),
})
export type KeeperConfig = typeof KeeperConfig.Type

export const KeeperConfigText = Schema.fromJsonString(KeeperConfig)
