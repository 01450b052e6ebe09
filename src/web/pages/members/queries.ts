import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import type { MemberRole } from "../../../../domain/identity/Members.ts"
import { auth } from "../../api/auth.ts"
import { sessionQuery } from "../../session/session.ts"

export const membersQuery = queryOptions({ queryKey: ["members"], queryFn: async () => (await auth.members()).members })

export const invitationsQuery = queryOptions({
  queryKey: ["members", "invitations"],
  queryFn: async () =>
    (await auth.invitations()).filter(({ status, expiresAt }) => status === "pending" && Date.parse(expiresAt) > Date.now()),
})

/** A change of the members, after which they and the own role are read again. */
const useMemberChange = <A, B>(change: (input: A) => Promise<B>) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: membersQuery.queryKey })
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

export const useInvite = () =>
  useMemberChange(async ({ email, role }: { readonly email: string; readonly role: MemberRole }) => {
    const invitation = await auth.invite(email, role)
    // The invitation exists: without the mail its link is sent by hand.
    const { mailed } = await auth.mailInvitation(invitation.id).catch(() => ({ mailed: false }))
    return { ...invitation, mailed }
  })
export const useChangeRole = () =>
  useMemberChange(({ id, role }: { readonly id: string; readonly role: MemberRole }) => auth.changeRole(id, role))
export const useRemoveMember = () => useMemberChange((id: string) => auth.removeMember(id))
export const useWithdrawInvitation = () => useMemberChange((id: string) => auth.withdrawInvitation(id))
