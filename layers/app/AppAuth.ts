import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { AppSessions, AppUsers, type NewUser, UserRefused } from "../../domain/identity/Members.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { storageUnavailable, type StorageUnavailable } from "../../domain/Refusal.ts"
import { Mailer, type MailNotSent } from "../../domain/Mailer.ts"
import { connect } from "../postgres/connection.ts"
import { Database, databaseLocation, orUnavailable } from "../postgres/Database.ts"
import type { Link, SetUp } from "./links.ts"
import type { Auth, AuthOptions } from "./auth.ts"
import { refusalBody } from "./sentences.ts"

/** Where the routes of better-auth are. */
export const authPath = "/app/api/auth"
export const cookiePrefix = "farthing"

/** The header that carries the address of the client. The adapter sets it, and no client can. */
export const clientAddressHeader = "x-farthing-client-address"

/** The page that uses a link. The token is behind the `#`, which browsers send to no server. */
export const linkUrl = (baseUrl: string, token: Redacted.Redacted) => `${baseUrl}/app/link#${Redacted.value(token)}`

/** Answers the requests of the app about sign-in, members and invitations. */
export class AppAuth extends Context.Service<
  AppAuth,
  { readonly handle: (request: Request) => Effect.Effect<Response, UserRefused | StorageUnavailable> }
>()("farthing/layers/app/AppAuth") {}

export interface AppAuthOptions extends Pick<AuthOptions, "publicUrl" | "isSecure"> {
  /** Undefined: this gateway serves no app. */
  readonly secret: Redacted.Redacted | undefined
}

const hourMs = 3_600_000
const lifetimes: Record<Link["kind"], number> = { "sign-in": hourMs, password: 24 * hourMs, setup: 24 * hourMs }

const noApp = () =>
  new UserRefused({ message: "This gateway serves no app. Set FARTHING_APP_SECRET: make one with openssl rand -base64 32." })

const make = Effect.fnUntraced(function* ({ isSecure, publicUrl, secret }: AppAuthOptions) {
  const database = yield* Database
  const organisations = yield* Organisations
  const scope = yield* Scope.Scope
  const { send } = yield* Mailer
  const runFork = Effect.runForkWith(yield* Effect.context())
  const { reads } = database

  const membership = (user: string, organisation: string, role: string) =>
    reads`insert into app.member (id, "organizationId", "userId", role) values (gen_random_uuid()::text, ${organisation}, ${user}, ${role})
      on conflict ("organizationId", "userId") do update set role = excluded.role`

  const userOf = (email: string) =>
    Effect.map(reads<{ id: string }>`select id from app."user" where email = ${email.toLowerCase()}`, ([row]) => row?.id)

  const insertUser = (email: string, name: string) =>
    Effect.map(
      reads<{
        id: string
      }>`insert into app."user" (id, name, email, "emailVerified") values (gen_random_uuid()::text, ${name}, ${email.toLowerCase()}, true)
        on conflict (email) do update set email = excluded.email returning id`,
      ([row]) => row!.id,
    )

  const setUp = ({ email, name, organisation }: SetUp) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const [any] = yield* reads`select from app."user" limit 1`
        if (any !== undefined) return undefined
        const id = yield* organisations.create({ name: organisation, rate: 60, concurrency: 64, email })
        const user = yield* insertUser(email, name)
        yield* membership(user, id, "owner")
        return user
      }),
    )

  // Loaded at the first use: the library costs a start that never needs it nothing.
  const [cached, forget]: readonly [Effect.Effect<Auth, UserRefused | StorageUnavailable>, Effect.Effect<void>] =
    yield* Effect.cachedInvalidateWithTTL(
      Effect.gen(function* () {
        if (secret === undefined) return yield* noApp()
        const location = yield* Effect.provideService(databaseLocation, Database, database)
        // Connections of its own: a flood of tries to sign in takes none from payments.
        const sql = yield* connect(location, { maxConnections: 3 }).pipe(
          Scope.provide(scope),
          Effect.provide(Reactivity.layer),
          orUnavailable,
        )
        const { createAuth } = yield* Effect.promise(() => import("./auth.ts"))
        const log = (message: string) => void runFork(Effect.logError(`the app's sign-in: ${message}`))
        return createAuth({ sql, secret, publicUrl, isSecure, setUp, log, mail: send && ((mail) => Effect.runPromise(mailed(send(mail)))) })
      }),
      "Infinity",
    )
  // A load that failed, because the database was away, is tried again by the next request.
  const auth = Effect.onExit(cached, (exit) => (Exit.isFailure(exit) ? forget : Effect.void))
  const mailed = (sending: Effect.Effect<void, MailNotSent>) => Effect.match(sending, { onSuccess: () => true, onFailure: () => false })
  const using = <A>(use: (auth: Auth) => Promise<A>) =>
    Effect.flatMap(auth, (instance) =>
      Effect.tryPromise({ try: () => use(instance), catch: (cause) => cause }).pipe(
        Effect.catch((cause) => Effect.andThen(Effect.logError("the app's sign-in failed", cause), Effect.fail(storageUnavailable()))),
      ),
    )
  const link = (content: Link) =>
    using(async (instance) => {
      const { createLink } = await import("./links.ts")
      return Redacted.make(await createLink(await instance.$context, content, lifetimes[content.kind]))
    })

  const find = Effect.fnUntraced(function* (cookies: string) {
    const signedIn = yield* using((instance) =>
      instance.api.getSession({ headers: new Headers({ cookie: cookies }), query: { disableRefresh: true } }),
    ).pipe(Effect.catchTag("UserRefused", () => Effect.succeed(null)))
    if (signedIn === null) return undefined
    const { session, user } = signedIn
    const organisation = session.activeOrganizationId ?? null
    const [row] = yield* orUnavailable(
      reads<{ hash: Uint8Array }>`select k.hash from app.member m join api_key k on k.member = m.id
        where m."userId" = ${user.id} and m."organizationId" = ${organisation}::text`,
    )
    return { user: user.id, email: user.email, isOperator: user.operator === true, keyHash: row?.hash }
  })

  const create = Effect.fnUntraced(function* ({ email, isOperator, organisation, role }: NewUser) {
    if (secret === undefined) return yield* noApp()
    if (organisation !== null) {
      yield* Effect.catchTag(
        organisations.find(organisation),
        "organisation_not_found",
        (error) => new UserRefused({ message: error.message }),
      )
    }
    const user = yield* orUnavailable(insertUser(email, email.split("@", 1)[0]!))
    if (organisation !== null) yield* orUnavailable(membership(user, organisation, role))
    if (isOperator) yield* orUnavailable(reads`update app."user" set operator = true where id = ${user}`)
    return yield* link({ kind: "password", user })
  })

  const users = AppUsers.of({
    create,
    passwordLink: Effect.fnUntraced(function* (email) {
      const user = yield* orUnavailable(userOf(email))
      if (user === undefined) return yield* new UserRefused({ message: `There is no user ${email}. Create one: farthing user create.` })
      return yield* link({ kind: "password", user })
    }),
    setupLink: Effect.gen(function* () {
      const [any] = yield* orUnavailable(reads`select from app."user" limit 1`)
      return any === undefined ? yield* link({ kind: "setup" }) : undefined
    }),
    signInLink: Effect.fnUntraced(function* (organisation: OrganisationId, email: string) {
      const user = yield* orUnavailable(insertUser(email, "Demo owner"))
      yield* orUnavailable(membership(user, organisation, "owner"))
      return yield* link({ kind: "sign-in", user })
    }),
  })

  return Context.make(AppUsers, users).pipe(
    Context.add(AppSessions, { names: (cookies: string) => secret !== undefined && sessionCookie.test(cookies), find }),
    Context.add(AppAuth, { handle: (request: Request) => using(async (instance) => inOwnWords(await instance.handler(request))) }),
  )
})

/** The answer, of a refusal with our sentence. */
const inOwnWords = async (response: Response): Promise<Response> => {
  if (response.status < 400 || response.status >= 500) return response
  const headers = new Headers(response.headers)
  headers.delete("content-length")
  headers.set("content-type", "application/json")
  // The library's limit of an address has a header of its own.
  const waitSeconds = Number(headers.get("retry-after") ?? headers.get("x-retry-after") ?? 60)
  headers.delete("x-retry-after")
  if (response.status === 429) headers.set("retry-after", String(waitSeconds))
  return new Response(refusalBody(response.status, await response.text(), waitSeconds), { status: response.status, headers })
}

const sessionCookie = new RegExp(String.raw`(?:^|;\s*)(?:__Secure-)?${cookiePrefix}\.session_token=`)

export const appAuth = (options: AppAuthOptions): Layer.Layer<AppAuth | AppSessions | AppUsers, never, Database | Mailer | Organisations> =>
  Layer.effectContext(make(options))
