import { parametersOf } from "./schema.ts"
import type { StripeProblem } from "./StripeProblem.ts"
import type { World } from "./World.ts"

export interface EmulatorRoute {
  readonly method: "GET" | "POST"
  /** As Stripe's schema writes it: a segment `{…}` is the identity of an object. */
  readonly path: string
  /** Whether an unknown parameter, or one of another type, is in the way. It decodes what is text to its types, in place. */
  readonly problem: (params: unknown) => StripeProblem | undefined
  readonly run: (world: World, params: unknown, id: string) => object
}

/** An operation of Stripe's. Its parameters are checked against Stripe's own schema before it runs. */
export const route = <P>(method: "GET" | "POST", path: string, run: (world: World, params: P, id: string) => object): EmulatorRoute => {
  const takes = parametersOf<P>(method, path)
  return {
    method,
    path,
    problem: (params) => (takes(params) ? undefined : takes.problem()),
    run: (world, params, id) => {
      if (!takes(params)) throw takes.problem()
      return run(world, params, id)
    },
  }
}

/** Finds the route of a method and a path, and the identity in it. */
export const find = (
  routes: ReadonlyArray<EmulatorRoute>,
  method: string,
  path: string,
): { readonly route: EmulatorRoute; readonly id: string } | undefined => {
  const requested = path.split("/")
  for (const candidate of routes) {
    const segments = candidate.path.split("/")
    if (candidate.method !== method || segments.length !== requested.length) continue
    if (!segments.every((segment, i) => (segment.startsWith("{") ? requested[i] !== "" : segment === requested[i]))) continue
    return { route: candidate, id: requested[segments.findIndex((segment) => segment.startsWith("{"))] ?? "" }
  }
  return undefined
}
