import { useState } from "react"
import type { MemberRole } from "../../../../domain/identity/Members.ts"
import type { Member } from "../../api/auth.ts"
import { useSession } from "../../session/session.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { useChangeRole, useRemoveMember } from "./queries.ts"

export const roleOptions: ReadonlyArray<{ readonly value: MemberRole; readonly label: string }> = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
  { value: "owner", label: "Owner" },
]

/** A person with the role, which an owner or admin may change. An organisation keeps its last owner. */
export const MemberRow = ({ member, isLastOwner }: { readonly member: Member; readonly isLastOwner: boolean }) => {
  const session = useSession()
  const change = useChangeRole()
  const removal = useRemoveMember()
  const notify = useNotify()
  const [isRemoving, setRemoving] = useState(false)
  const isSelf = member.user.email === session.email
  const mayChange = session.mayManage && !isLastOwner && (member.role !== "owner" || session.role === "owner")
  const options = session.role === "owner" ? roleOptions : roleOptions.filter(({ value }) => value !== "owner")
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-medium">
            {member.user.name} {isSelf && <Badge tone="accent">you</Badge>}
          </p>
          <p className="truncate text-muted">{member.user.email}</p>
        </div>
        {mayChange ? (
          <div className="flex items-center gap-2">
            <Select
              label={`Role of ${member.user.email}`}
              isLabelHidden
              value={member.role}
              options={options}
              disabled={change.isPending}
              onChange={(role) =>
                change.mutate(
                  { id: member.id, role },
                  { onSuccess: () => notify("The role was changed.", `${member.user.email} is ${role} from now on.`) },
                )
              }
            />
            <Button onClick={() => setRemoving(true)}>Remove</Button>
          </div>
        ) : (
          <Badge>{member.role}</Badge>
        )}
      </div>
      <Problem error={change.error} />
      <ConfirmDialog
        title={`Remove ${member.user.email}?`}
        action="Remove"
        isOpen={isRemoving}
        isPending={removal.isPending}
        error={removal.error}
        onClose={() => setRemoving(false)}
        onConfirm={() => removal.mutate(member.id, { onSuccess: () => setRemoving(false) })}
      >
        <p>The person loses access at once. Keys that the person created stay: they belong to the organisation.</p>
      </ConfirmDialog>
    </li>
  )
}
