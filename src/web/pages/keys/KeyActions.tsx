import { Menu } from "@base-ui/react/menu"
import { Ellipsis } from "lucide-react"

export type KeyAction = "limits" | "rotate" | "endOldSecret" | "revoke"

const actions: ReadonlyArray<{ readonly action: KeyAction; readonly label: string; readonly isDanger?: true }> = [
  { action: "limits", label: "Change limits" },
  { action: "rotate", label: "Rotate" },
  { action: "endOldSecret", label: "End the old secret" },
  { action: "revoke", label: "Revoke", isDanger: true },
]

interface KeyActionsProps {
  readonly name: string
  /** The secret before the last rotation works too. One is ended before the next rotation. */
  readonly hasOldSecret: boolean
  readonly onAction: (action: KeyAction) => void
}

export const KeyActions = ({ hasOldSecret, name, onAction }: KeyActionsProps) => (
  <Menu.Root>
    <Menu.Trigger aria-label={`Actions for ${name}`} className="rounded-md p-1.5 text-muted hover:bg-sunken hover:text-ink">
      <Ellipsis aria-hidden="true" className="size-4" />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="end" className="z-40">
        <Menu.Popup className="min-w-36 rounded-lg border border-line bg-raised p-1 shadow-lg outline-none">
          {actions
            .filter(({ action }) => action !== (hasOldSecret ? "rotate" : "endOldSecret"))
            .map(({ action, isDanger, label }) => (
              <Menu.Item
                key={action}
                onClick={() => onAction(action)}
                className={`rounded px-2 py-1.5 outline-none data-highlighted:bg-sunken ${isDanger ? "text-danger" : ""}`}
              >
                {label}
              </Menu.Item>
            ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
)
