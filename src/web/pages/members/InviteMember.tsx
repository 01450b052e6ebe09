import { useState } from "react"
import type { MemberRole } from "../../../../domain/identity/Members.ts"
import { useSession } from "../../session/session.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Select } from "../../ui/Select.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { roleOptions } from "./MemberRow.tsx"
import { useInvite } from "./queries.ts"

/** The address that an invited person opens. What is behind the `#` reaches no server and no log. */
export const invitationLink = (id: string) => `${location.origin}/app/invitation#${id}`

export const InviteMember = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { role: ownRole } = useSession()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<MemberRole>("member")
  const invite = useInvite()
  const close = () => {
    invite.reset()
    setEmail("")
    setRole("member")
    onClose()
  }
  if (invite.data !== undefined) {
    return (
      <Modal
        title={invite.data.mailed ? "The invitation was mailed" : "Send this link"}
        description={
          invite.data.mailed
            ? `${invite.data.email} gets a mail with this link, which works once, within seven days.`
            : `It lets ${invite.data.email} join, once, within seven days. Give it to this person only.`
        }
        isOpen={isOpen}
        onClose={close}
      >
        <CopyLine text={invitationLink(invite.data.id)} />
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={close}>
            Done
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Modal title="Invite a person" isOpen={isOpen} onClose={close}>
      <ActionForm
        action="Invite"
        error={invite.error}
        isPending={invite.isPending}
        onSubmit={() => invite.mutate({ email, role })}
        onCancel={close}
      >
        <TextField label="E-mail" type="email" required value={email} onChange={setEmail} />
        <Select
          label="Role"
          value={role}
          options={ownRole === "owner" ? roleOptions : roleOptions.filter(({ value }) => value !== "owner")}
          onChange={setRole}
        />
        <p className="text-xs text-muted">
          Members browse, buy, ask and read payments. Admins also manage keys, settings and members. Owners also manage owners.
        </p>
      </ActionForm>
    </Modal>
  )
}
