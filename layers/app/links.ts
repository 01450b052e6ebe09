import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth"
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import type { AuthOptions } from "./auth.ts"

/** What a link does once: create the first owner, choose a password, or sign in. */
const Link = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("setup") }),
  Schema.Struct({ kind: Schema.Literals(["password", "sign-in"]), user: Schema.String }),
])
export type Link = typeof Link.Type
const LinkText = Schema.fromJsonString(Link)

export interface LinkContext {
  readonly internalAdapter: {
    createVerificationValue(value: { identifier: string; value: string; expiresAt: Date }): Promise<unknown>
  }
}

/** Only the hash of the token is stored. */
const identifierOf = (token: string) => `link:${createHash("sha256").update(token).digest("hex")}`

/** The token of a new link. */
export const createLink = async ({ internalAdapter }: LinkContext, link: Link, lifetimeMs: number): Promise<string> => {
  const token = randomBytes(24).toString("base64url")
  const value = Schema.encodeSync(LinkText)(link)
  await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value, expiresAt: new Date(Date.now() + lifetimeMs) })
  return token
}

const Token = Schema.String.check(Schema.isPattern(/^[\w-]{32}$/))
const Name = Schema.String.check(Schema.isPattern(/^[^\p{Cc}]{1,100}$/u))
export const Password = Schema.String.check(Schema.isMinLength(10), Schema.isMaxLength(128))
const Email = Schema.String.check(Schema.isPattern(/^[^@\s<>]{1,64}@[^@\s<>]{1,190}$/))

const LinkUse = Schema.Struct({
  token: Token,
  password: Schema.optionalKey(Password),
  /** Of the first owner. */
  owner: Schema.optionalKey(Schema.Struct({ organisation: Name, name: Name, email: Email })),
})

const InvitationUse = Schema.Struct({ invitation: Schema.String.check(Schema.isPattern(/^\w{1,64}$/)), name: Name, password: Password })
const InvitationRead = Schema.Struct({ invitation: InvitationUse.fields.invitation })

interface Invitation {
  readonly id: string
  readonly inviterId: string
  readonly organizationId: string
  readonly email: string
  readonly role: string
  readonly status: string
  readonly expiresAt: Date
}

const standard = Schema.toStandardSchemaV1
const gone = () =>
  new APIError("NOT_FOUND", {
    code: "LINK_INVALID",
    message: "This link was used before or has expired. Ask the operator of this gateway for another.",
  })
const invitationGone = () =>
  new APIError("NOT_FOUND", {
    code: "INVITATION_INVALID",
    message: "This invitation was accepted, withdrawn or has expired. Ask an owner or admin for another.",
  })

/** Signs the person in, in this browser. */
const signIn = async (ctx: GenericEndpointContext, userId: string) => {
  const user = await ctx.context.internalAdapter.findUserById(userId)
  if (user === null) throw gone()
  const session = await ctx.context.internalAdapter.createSession(userId)
  await setSessionCookie(ctx, { session, user })
  return ctx.json({ user: { email: user.email, name: user.name } })
}

const addPassword = async (ctx: GenericEndpointContext, userId: string, text: string) => {
  const password = await ctx.context.password.hash(text)
  const accounts = await ctx.context.internalAdapter.findAccounts(userId)
  if (accounts.some(({ providerId }) => providerId === "credential")) {
    await ctx.context.internalAdapter.updatePassword(userId, password)
    // Sessions that another person may have opened with the old password end.
    return ctx.context.internalAdapter.deleteUserSessions(userId)
  }
  await ctx.context.internalAdapter.createAccount({ userId, accountId: userId, providerId: "credential", password })
}

const pendingInvitation = async (ctx: GenericEndpointContext, id: string): Promise<Invitation> => {
  const invitation = await ctx.context.adapter.findOne<Invitation>({ model: "invitation", where: [{ field: "id", value: id }] })
  if (invitation === null || invitation.status !== "pending" || invitation.expiresAt.getTime() <= Date.now()) throw invitationGone()
  return invitation
}

const organisationName = async (ctx: GenericEndpointContext, id: string): Promise<string> => {
  const organisation = await ctx.context.adapter.findOne<{ name: string }>({ model: "organization", where: [{ field: "id", value: id }] })
  return organisation?.name ?? ""
}

const linkOf = async (ctx: GenericEndpointContext, token: string): Promise<Link> => {
  const stored = await ctx.context.internalAdapter.findVerificationValue(identifierOf(token))
  if (stored === null || stored.expiresAt.getTime() <= Date.now()) throw gone()
  return Schema.decodeUnknownSync(LinkText)(stored.value)
}

export interface SetUp {
  readonly organisation: string
  readonly name: string
  readonly email: string
}

/** Links that the operator prints and invitations that an owner copies or mails. `setUp` creates the first owner and answers the id, or undefined where there is a user. */
export const links = ({ mail, publicUrl, setUp }: Pick<AuthOptions, "mail" | "publicUrl" | "setUp">) =>
  ({
    id: "links",
    endpoints: {
      /** What a link does, so that the page can ask for what it needs. The link stays usable. */
      readLink: createAuthEndpoint("/link/read", { method: "POST", body: standard(Schema.Struct({ token: Token })) }, async (ctx) => {
        const link = await linkOf(ctx, ctx.body.token)
        if (link.kind === "setup") return ctx.json({ kind: link.kind, email: null })
        const user = await ctx.context.internalAdapter.findUserById(link.user)
        if (user === null) throw gone()
        return ctx.json({ kind: link.kind, email: user.email })
      }),
      useLink: createAuthEndpoint("/link/use", { method: "POST", body: standard(LinkUse) }, async (ctx) => {
        const { owner, password, token } = ctx.body
        const link = await linkOf(ctx, token)
        const isComplete = link.kind === "sign-in" || (password !== undefined && (link.kind === "password" || owner !== undefined))
        if (!isComplete)
          throw new APIError("BAD_REQUEST", { code: "LINK_INCOMPLETE", message: "Send a password, and for the first owner a name." })
        if ((await ctx.context.internalAdapter.consumeVerificationValue(identifierOf(token))) === null) throw gone()
        const user = link.kind === "setup" ? await setUp(owner!) : link.user
        if (user === undefined) throw gone()
        if (link.kind !== "sign-in") await addPassword(ctx, user, password!)
        return await signIn(ctx, user)
      }),
      readInvitation: createAuthEndpoint("/invitation/read", { method: "POST", body: standard(InvitationRead) }, async (ctx) => {
        const { email, organizationId, role } = await pendingInvitation(ctx, ctx.body.invitation)
        const organisation = await organisationName(ctx, organizationId)
        const user = await ctx.context.internalAdapter.findUserByEmail(email)
        return ctx.json({ email, role, organisation, has_account: user !== null })
      }),
      /** Mails the link of an open invitation to the invited person. Only who made the invitation may, so that the mail comes from the own organisation. */
      mailInvitation: createAuthEndpoint(
        "/invitation/mail",
        { method: "POST", body: standard(InvitationRead), use: [sessionMiddleware] },
        async (ctx) => {
          const { session } = ctx.context
          const { email, id, inviterId, organizationId } = await pendingInvitation(ctx, ctx.body.invitation)
          if (inviterId !== session.user.id) throw invitationGone()
          if (mail === undefined) return ctx.json({ mailed: false })
          const organisation = await organisationName(ctx, organizationId)
          const url = `${publicUrl ?? new URL(ctx.request!.url).origin}/app/invitation#${id}`
          const mailed = await mail({
            id: `invitation.${id}`,
            to: email,
            subject: `Join ${organisation} on Farthing`,
            text: `${session.user.name} (${session.user.email}) invites you to ${organisation}. Open this link to join, once, within seven days:\n\n${url}\n\nIf you do not know this person, do nothing.\n`,
          })
          return ctx.json({ mailed })
        },
      ),
      /** Creates the account of an invited person. The page accepts the invitation next, as a person with an account does. */
      joinByInvitation: createAuthEndpoint("/invitation/join", { method: "POST", body: standard(InvitationUse) }, async (ctx) => {
        const { email } = await pendingInvitation(ctx, ctx.body.invitation)
        if ((await ctx.context.internalAdapter.findUserByEmail(email)) !== null) {
          throw new APIError("CONFLICT", { code: "ACCOUNT_EXISTS", message: "There is an account with this address. Sign in to accept." })
        }
        const { id } = await ctx.context.internalAdapter.createUser(
          { email: email.toLowerCase(), name: ctx.body.name, emailVerified: false },
          { method: "email-password" },
        )
        await addPassword(ctx, id, ctx.body.password)
        return await signIn(ctx, id)
      }),
    },
    rateLimit: [{ pathMatcher: (path: string) => /^\/(link|invitation)\//.test(path), window: 60, max: 20 }],
  }) satisfies BetterAuthPlugin
