import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { auth } from "../api/auth.ts"
import { useSession } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { Modal } from "../ui/Modal.tsx"
import { Problem } from "../ui/States.tsx"
import { TextField } from "../ui/TextField.tsx"
import { useNotify } from "../ui/Toasts.tsx"

/** The own password. Sessions in other browsers end. */
export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const { email } = useSession()
  const [current, setCurrent] = useState("")
  const [next, setNext] = useState("")
  const notify = useNotify()
  const change = useMutation({
    mutationFn: () => auth.changePassword(current, next),
    onSuccess: () => {
      notify("The password was changed.", "Your sessions in other browsers have ended.")
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Modal title="Change the password" description="Your sessions in other browsers end." isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {/* Password managers store the new password under this name. */}
        <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <TextField
          label="New password"
          type="password"
          required
          minLength={10}
          maxLength={128}
          autoComplete="new-password"
          hint="10 to 128 characters. A few words are easier to remember than signs."
          value={next}
          onChange={setNext}
        />
        <Problem error={change.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Modal>
  )
}
