import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { Invitation } from "../../api/auth.ts"
import { formatDay } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Problem } from "../../ui/States.tsx"
import { InviteMember, invitationLink } from "./InviteMember.tsx"
import { MemberRow } from "./MemberRow.tsx"
import { invitationsQuery, membersQuery, useWithdrawInvitation } from "./queries.ts"

export const MembersPage = () => {
  const session = useSession()
  const { data: members } = useSuspenseQuery(membersQuery)
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: session.mayManage })
  const [isInviting, setInviting] = useState(false)
  const owners = members.filter(({ role }) => role === "owner").length
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          session.mayManage && (
            <Button look="primary" onClick={() => setInviting(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Invite
            </Button>
          )
        }
      >
        {session.mayManage
          ? "Who may sign in to this organisation, and what each person may do."
          : "Owners and admins invite people and change roles."}
      </PageHeader>
      <div className="flex flex-col gap-4">
        <Card>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} isLastOwner={member.role === "owner" && owners === 1} />
            ))}
          </ul>
        </Card>
        {invitations.length > 0 && (
          <Card title="Open invitations">
            <ul className="divide-y divide-line">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <InviteMember isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  )
}

const InvitationRow = ({ invitation: { email, expiresAt, id, role } }: { readonly invitation: Invitation }) => {
  const withdraw = useWithdrawInvitation()
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate">
            {email} <Badge>{role}</Badge>
          </p>
          <p className="text-xs text-muted">The link works until {formatDay(expiresAt)}.</p>
        </div>
        <div className="flex gap-2">
          <CopyButton text={invitationLink(id)} label="Copy the link" />
          <Button isPending={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
            Withdraw
          </Button>
        </div>
      </div>
      <Problem error={withdraw.error} />
    </li>
  )
}
