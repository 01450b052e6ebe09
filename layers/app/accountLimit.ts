import type { PgClient } from "@effect/sql-pg"
import type { BetterAuthPlugin } from "better-auth"
import { APIError, createAuthMiddleware } from "better-auth/api"
import { createHash, randomUUID } from "node:crypto"
import { runStatement } from "./kyselyDialect.ts"
import { waitText } from "./sentences.ts"

const windowMs = 15 * 60_000
const maxTries = 10

const tooMany = (seconds: number) =>
  new APIError(
    "TOO_MANY_REQUESTS",
    {
      code: "TOO_MANY_TRIES",
      message: `There were too many tries to sign in to this account. Try again in ${waitText(seconds)}, or ask the operator of this gateway for a link to choose a new password.`,
    },
    { "retry-after": String(seconds) },
  )

/** An account that does not exist is counted like one that does: the answers do not show which there are. The address itself is not stored. */
const keyOf = (email: string) => `account:${createHash("sha256").update(email.trim().toLowerCase()).digest("hex")}`

const isSignIn = ({ path }: { readonly path?: string }) => path === "/sign-in/email"
const emailOf = (body: unknown) => {
  const email = (body as { readonly email?: unknown } | undefined)?.email
  return typeof email === "string" && email.length <= 320 ? email : undefined
}

/**
 * At most ten wrong passwords for one account in 15 minutes, from all addresses and on all nodes: a limit for each address alone lets many addresses guess
 * together. A password that is right forgets the wrong ones; open sessions stay open.
 */
export const accountLimit = (sql: PgClient.PgClient) =>
  ({
    id: "account-limit",
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ body }) => {
            const email = emailOf(body)
            if (email === undefined) return
            const now = Date.now()
            const [row] = await runStatement(
              sql<{
                count: number
                began: string
              }>`with old as (delete from app."rateLimit" where key like 'account:%' and key <> ${keyOf(email)} and "lastRequest" <= ${now - windowMs}::bigint)
                insert into app."rateLimit" as r (id, key, count, "lastRequest") values (${randomUUID()}, ${keyOf(email)}, 1, ${now}::bigint)
                on conflict (key) do update set
                  count = case when r."lastRequest" <= ${now - windowMs}::bigint then 1 else r.count + 1 end,
                  "lastRequest" = case when r."lastRequest" <= ${now - windowMs}::bigint then excluded."lastRequest" else r."lastRequest" end
                returning count, "lastRequest"::text as began`,
            )
            if (row!.count > maxTries) throw tooMany(Math.max(1, Math.ceil((Number(row!.began) + windowMs - now) / 1_000)))
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ body, context }) => {
            const email = emailOf(body)
            if (email === undefined || context.newSession == null) return
            await runStatement(sql`delete from app."rateLimit" where key = ${keyOf(email)}`)
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin
