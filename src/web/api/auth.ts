import type { MemberRole } from "../../../domain/identity/Members.ts"
import { sendJson } from "./client.ts"

/** The routes of sign-in, members and invitations below `/app/api/auth`. They answer camelCase, as their library defines it. */
const call = <A>(method: "GET" | "POST", path: string, body?: object) => sendJson(method, `/app/api/auth/${path}`, body) as Promise<A>

export interface SignedIn {
  readonly session: { readonly activeOrganizationId: string | null; readonly expiresAt: string }
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly operator: boolean }
}

export interface Member {
  readonly id: string
  readonly userId: string
  readonly role: MemberRole
  readonly createdAt: string
  readonly user: { readonly name: string; readonly email: string }
}
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: MemberRole
  readonly status: "pending" | "accepted" | "rejected" | "canceled"
  readonly expiresAt: string
}

export const auth = {
  session: () => call<SignedIn | null>("GET", "get-session"),
  signIn: (email: string, password: string) => call("POST", "sign-in/email", { email, password }),
  signOut: () => call("POST", "sign-out", {}),
  changePassword: (currentPassword: string, newPassword: string) =>
    call("POST", "change-password", { currentPassword, newPassword, revokeOtherSessions: true }),

  organisations: () => call<ReadonlyArray<{ readonly id: string; readonly name: string }>>("GET", "organization/list"),
  chooseOrganisation: (organizationId: string) => call("POST", "organization/set-active", { organizationId }),
  ownMembership: () => call<Member>("GET", "organization/get-active-member"),

  members: () => call<{ readonly members: ReadonlyArray<Member> }>("GET", "organization/list-members?limit=200"),
  changeRole: (memberId: string, role: MemberRole) => call("POST", "organization/update-member-role", { memberId, role }),
  removeMember: (memberIdOrEmail: string) => call("POST", "organization/remove-member", { memberIdOrEmail }),
  invitations: () => call<ReadonlyArray<Invitation>>("GET", "organization/list-invitations"),
  invite: (email: string, role: MemberRole) => call<Invitation>("POST", "organization/invite-member", { email, role }),
  /** False: the gateway has no mail server, or it did not take the mail. */
  mailInvitation: (invitation: string) => call<{ readonly mailed: boolean }>("POST", "invitation/mail", { invitation }),
  withdrawInvitation: (invitationId: string) => call("POST", "organization/cancel-invitation", { invitationId }),
  acceptInvitation: (invitationId: string) => call("POST", "organization/accept-invitation", { invitationId }),

  readLink: (token: string) =>
    call<{ readonly kind: "setup" | "password" | "sign-in"; readonly email: string | null }>("POST", "link/read", { token }),
  useLink: (use: {
    readonly token: string
    readonly password?: string
    readonly owner?: { readonly organisation: string; readonly name: string; readonly email: string }
  }) => call("POST", "link/use", use),
  readInvitation: (invitation: string) =>
    call<{ readonly email: string; readonly role: MemberRole; readonly organisation: string; readonly has_account: boolean }>(
      "POST",
      "invitation/read",
      { invitation },
    ),
  joinByInvitation: (invitation: string, name: string, password: string) => call("POST", "invitation/join", { invitation, name, password }),
}
