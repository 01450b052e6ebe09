import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { type ListedKey, useEndOldSecret } from "./queries.ts"

/** Ends the secret that a rotation replaced. */
export const EndOldSecret = ({ apiKey, onClose }: { readonly apiKey: ListedKey; readonly onClose: () => void }) => {
  const end = useEndOldSecret()
  const notify = useNotify()
  return (
    <ConfirmDialog
      title={`End the old secret of ${apiKey.name}?`}
      action="End the old secret"
      isOpen
      isPending={end.isPending}
      error={end.error}
      onClose={onClose}
      onConfirm={() =>
        end.mutate(apiKey.key_id, {
          onSuccess: () => {
            notify("The old secret was ended.", `The new secret of "${apiKey.name}" works as before.`)
            onClose()
          },
        })
      }
    >
      <p>Programs that still send it are refused at once. The new secret works as before.</p>
    </ConfirmDialog>
  )
}
