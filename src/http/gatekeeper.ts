import { Context, Effect, Layer } from "effect"
import { Access, Gatekeeper } from "./api/access.ts"
import { Admission } from "./Admission.ts"

/** The same door for every endpoint of the API; what it asks is the endpoint's annotation. */
export const gatekeeper = Layer.effect(
  Gatekeeper,
  Effect.map(Admission, ({ admit }) =>
    Gatekeeper.of((httpEffect, { endpoint }) => {
      const access = Context.get(endpoint.annotations as Context.Context<Access>, Access)
      return admit({ ...access, route: endpoint.path, takesQuery: endpoint.query !== undefined }, httpEffect)
    }),
  ),
)
