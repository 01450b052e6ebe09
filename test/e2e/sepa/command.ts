import { expect } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import { commandOn } from "../../support/cluster/inProcess.ts"
import { CommandDatabase, StripeProcess } from "./fixture.ts"

/** A command of the operator beside the gateway. The sandbox's Stripe is in the list of components, as its supervisor would write it. */
export const farthing = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { money: sql } = yield* Database
  const { baseUrl: stripe } = yield* StripeProcess
  yield* sql`insert into sandbox_component (name, instance, url, version, state_path)
    values ('stripe', gen_random_uuid(), ${stripe}, 'test', '') on conflict do nothing`
  const { code, stderr, stdout } = yield* commandOn(yield* CommandDatabase, ...args)
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" })
  return stdout
})
