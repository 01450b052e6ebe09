import { createContext, useContext } from "react"
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { ApiError } from "../api/client.ts"
import type { MemberRole } from "../../../domain/identity/Members.ts"
import { auth } from "../api/auth.ts"

/** Who uses this browser, and in which organisation. */
export interface CurrentSession {
  readonly email: string
  readonly name: string
  readonly isOperator: boolean
  /** Null: the person belongs to no organisation. */
  readonly organisation: { readonly id: string; readonly name: string } | null
  readonly organisations: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly role: MemberRole
  /** Owners and admins create keys, invite people and change settings. */
  readonly mayManage: boolean
}

const readSession = async (): Promise<CurrentSession | null> => {
  const signedIn = await auth.session()
  if (signedIn === null) return null
  const active = signedIn.session.activeOrganizationId
  const [organisations, activeRole] = await Promise.all([auth.organisations(), active === null ? undefined : roleOf()])
  let organisation = organisations.find(({ id }) => id === active) ?? null
  if (organisation === null && organisations[0] !== undefined) {
    organisation = organisations[0]
    await auth.chooseOrganisation(organisation.id)
  }
  const role = organisation === null ? "member" : organisation.id === active && activeRole !== undefined ? activeRole : await roleOf()
  const { email, name, operator } = signedIn.user
  return { email, name, isOperator: operator, organisation, organisations, role, mayManage: organisation !== null && role !== "member" }
}

const roleOf = async (): Promise<MemberRole> => {
  try {
    return (await auth.ownMembership()).role
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return "member"
    throw error
  }
}

export const sessionQuery = queryOptions({ queryKey: ["session"], queryFn: readSession, staleTime: 60_000 })

/** Whose pages are open. It stays when the session ends, until a person signs in again. */
export const OpenSession = createContext<CurrentSession | null>(null)

/** The session, on pages that need one: the shell has read it before it shows them. */
export const useSession = (): CurrentSession => {
  const open = useContext(OpenSession)
  const data = useSuspenseQuery(sessionQuery).data ?? open
  if (data === null) throw new ApiError(401, "signed_out", "Sign in to see this page.")
  return data
}
