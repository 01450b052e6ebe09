import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"
import { connect } from "../../../../layers/postgres/connection.ts"
import { locationText } from "../../../../layers/postgres/connection.ts"
import { sandboxStripeSchema } from "../../../../rails/stripe/sandbox/tables.ts"
import { StripeApi } from "../../../../rails/stripe/StripeApi.ts"
import { freshDatabase } from "../../../support/database.ts"
import { spawnNode } from "../../../support/cluster/gatewayProcess.ts"

const script = [
  fileURLToPath(new URL("../../../../src/sandbox/supervisor/componentEntry.ts", import.meta.url)),
  fileURLToPath(new URL("../../../../rails/stripe/sandbox/server/serveStripe.ts", import.meta.url)),
]

/** The sandbox's Stripe as a process of its own over a fresh database; `start` again for another process on the same. */
export const freshStripe = Effect.gen(function* () {
  const location = yield* freshDatabase
  const owner = yield* connect({ ...location, username: inject("postgres").superuser }, { maxConnections: 1 }).pipe(
    Effect.provide(Reactivity.layer),
  )
  const schemas = yield* owner`select from pg_namespace where nspname = ${sandboxStripeSchema.name}`
  if (schemas.length === 0) {
    for (const statement of sandboxStripeSchema.tables["0001_documents"]) yield* owner.unsafe(statement)
    yield* owner`grant usage on schema sandbox_stripe to public`
    yield* owner`grant all on all tables in schema sandbox_stripe to public`
    yield* owner`grant all on all sequences in schema sandbox_stripe to public`
  }
  const start = spawnNode(script, /^ready (http:\S+)$/, { SANDBOX_DATABASE: locationText(location) })
  return { start, owner }
})

export const apiAt = (baseUrl: string) => StripeApi.make({ secretKey: Redacted.make("sk_test_process"), baseUrl })

/** Calls a control route and answers its status and body. */
export const control = (baseUrl: string, line: string, body?: object) =>
  Effect.promise(async () => {
    const [method = "GET", path = ""] = line.split(" ")
    const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}/_sandbox${path}`, { method, ...sent })
    const parsed: Record<string, never> = JSON.parse(await answer.text())
    return { status: answer.status, body: parsed }
  })

/** A page, or a form that is posted to it. Redirects are not followed. */
export const visit = (url: string, form?: Readonly<Record<string, string>>) =>
  Effect.promise(async () => {
    const answer = await fetch(url, {
      redirect: "manual",
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  })
