import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { type ListedKey, useRevokeKey } from "./queries.ts"

export const RevokeKey = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  const revoke = useRevokeKey()
  const notify = useNotify()
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      action="Revoke the key"
      isOpen
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(apiKey.key_id, {
          onSuccess: () => {
            notify(`"${apiKey.name}" was revoked.`, "It pays for nothing from now on.")
            onClose()
          },
        })
      }
    >
      <p>Programs with this key are refused at once, and runs that have not started are not begun. A revoked key stays revoked.</p>
    </ConfirmDialog>
  )
}
