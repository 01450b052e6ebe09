import { Effect, Layer } from "effect"
import { Components, ComponentUnavailable } from "../../../domain/sandbox/Component.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { componentRows } from "../../../layers/postgres/PgComponents.ts"

/** The components that a running gateway keeps, for a command beside it: started by nobody here. */
export const recordedComponents = Layer.effect(
  Components,
  Effect.map(Database, (database) =>
    Components.of({
      url: (name) =>
        componentRows.pipe(
          Effect.provideService(Database, database),
          Effect.map((rows) => rows.find((row) => row.name === name)?.url ?? undefined),
          Effect.catch(() => Effect.undefined),
          Effect.filterOrFail(
            (url) => url !== undefined,
            () => new ComponentUnavailable({ name, message: `The sandbox's ${name} is not running. Start a gateway first: npm start.` }),
          ),
        ),
    }),
  ),
)
