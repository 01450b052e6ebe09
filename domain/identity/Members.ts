import { Context, Data, type Effect, type Redacted } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** What a person may do in an organisation. Owners and admins change the organisation, its keys and its members. */
export const memberRoles = ["owner", "admin", "member"] as const
export type MemberRole = (typeof memberRoles)[number]

/** Who is signed in to the app in one browser. */
export interface AppSession {
  readonly user: string
  readonly email: string
  /** May use the pages of the operators. */
  readonly isOperator: boolean
  /**
   * The SHA-256 that names the member's key of the organisation that the session has chosen; undefined: the person is no member of it. No
   * secret has this hash, so the key cannot be presented in a header.
   */
  readonly keyHash: Uint8Array | undefined
}

/** Finds the session that a browser's cookies name. Signing out and removing a member take effect with the next request, on every node. */
export class AppSessions extends Context.Service<
  AppSessions,
  {
    /** Whether the header holds a cookie of the app. Costs no query. */
    readonly names: (cookies: string) => boolean
    readonly find: (cookies: string) => Effect.Effect<AppSession | undefined, StorageUnavailable>
  }
>()("farthing/domain/identity/AppSessions") {}

export interface NewUser {
  readonly email: string
  readonly organisation: OrganisationId | null
  readonly role: MemberRole
  readonly isOperator: boolean
}

/** The command names a person or an organisation that does not exist, or the app has no secret. The sentence says what to do. */
export class UserRefused extends Data.TaggedError("UserRefused")<{ readonly message: string }> {}

/** The people who use the app. Each link is a token that works once, until it expires. */
export class AppUsers extends Context.Service<
  AppUsers,
  {
    /** Creates the person or adds the membership, and returns a link for choosing a password. */
    readonly create: (user: NewUser) => Effect.Effect<Redacted.Redacted, UserRefused | StorageUnavailable>
    /** A link that lets a person choose a new password. */
    readonly passwordLink: (email: string) => Effect.Effect<Redacted.Redacted, UserRefused | StorageUnavailable>
    /** A link that creates the first owner with an organisation; undefined where there is a user. */
    readonly setupLink: Effect.Effect<Redacted.Redacted | undefined, UserRefused | StorageUnavailable>
    /** A link that signs in as the first owner of this organisation. The sandbox prints it. */
    readonly signInLink: (organisation: OrganisationId, email: string) => Effect.Effect<Redacted.Redacted, UserRefused | StorageUnavailable>
  }
>()("farthing/domain/identity/AppUsers") {}
