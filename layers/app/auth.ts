import type { PgClient } from "@effect/sql-pg"
import { betterAuth } from "better-auth"
import { organization } from "better-auth/plugins/organization"
import { isAPIError } from "better-auth/api"
import { Redacted } from "effect"
import { Kysely } from "kysely"
import { kyselyDialect, runStatement } from "./kyselyDialect.ts"
import { authPath, clientAddressHeader, cookiePrefix } from "./AppAuth.ts"
import { accountLimit } from "./accountLimit.ts"
import { links, type SetUp } from "./links.ts"
import type { Mail } from "../../domain/Mailer.ts"

export interface AuthOptions {
  readonly sql: PgClient.PgClient
  readonly secret: Redacted.Redacted
  /** The address of the gateway on the internet; undefined: that of the Host header. */
  readonly publicUrl: string | undefined
  /** The cookie is sent over TLS alone. */
  readonly isSecure: boolean
  /** Writes a line to the log of the gateway. */
  readonly log: (message: string) => void
  readonly setUp: (owner: SetUp) => Promise<string | undefined>
  /** Whether the mail server took the mail. Undefined: the operator has set none. */
  readonly mail: ((mail: Mail) => Promise<boolean>) | undefined
}

const day = 24 * 60 * 60

/** Accounts with e-mail and password, sessions and organisations. Only `domain/identity/Members.ts` is seen above this layer. */
export const createAuth = ({ isSecure, log, mail, publicUrl, secret, setUp, sql }: AuthOptions) =>
  betterAuth({
    appName: "Farthing",
    baseURL: publicUrl ?? "http://localhost",
    basePath: authPath,
    secret: Redacted.value(secret),
    // Another origin than that of the request is refused: no page of another site can use the cookie.
    trustedOrigins: (request) => {
      const host = request?.headers.get("host")
      return host == null || publicUrl !== undefined ? [] : [`http://${host}`, `https://${host}`]
    },
    database: { dialect: kyselyDialect(sql), type: "postgres", schemaName: "app", transaction: false } satisfies {
      dialect: ConstructorParameters<typeof Kysely>[0]["dialect"]
      type: "postgres"
      schemaName: string
      transaction: boolean
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
    },
    user: { additionalFields: { operator: { type: "boolean", input: false, defaultValue: false, required: false } } },
    session: { expiresIn: 7 * day, updateAge: day, cookieCache: { enabled: false } },
    // 20 tries a minute from an address, counted in the database for all nodes. Those of one account are counted apart.
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 300,
      customRules: { "/sign-in/email": { window: 60, max: 20 }, "/change-password": { window: 60, max: 10 } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const [member] = await runStatement(
              sql<{ organisation: string }>`select "organizationId" as organisation from app.member where "userId" = ${session.userId}
                order by "createdAt", id limit 1`,
            )
            return { data: { ...session, activeOrganizationId: member?.organisation ?? null } }
          },
        },
      },
    },
    plugins: [
      organization({
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
        membershipLimit: 200,
        invitationLimit: 100,
        invitationExpiresIn: 7 * day,
        cancelPendingInvitationsOnReInvite: true,
        // Possession of the link is what an invitation asks for.
        requireEmailVerificationOnInvitation: false,
      }),
      links({ setUp, mail, publicUrl }),
      accountLimit(sql),
    ],
    advanced: {
      cookiePrefix,
      useSecureCookies: isSecure,
      defaultCookieAttributes: { sameSite: "strict", httpOnly: true },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { validateSchema: false },
    },
    logger: { level: "error", log: (_, message) => log(message) },
    // Without this the library writes every refusal as coloured text beside its own logger. A refusal is an answer, not a fault of the gateway.
    onAPIError: { onError: (cause) => (isAPIError(cause) && cause.statusCode < 500 ? undefined : log(String(cause))) },
    telemetry: { enabled: false },
  })

export type Auth = ReturnType<typeof createAuth>
