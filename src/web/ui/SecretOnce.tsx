import { KeyRound } from "lucide-react"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"

/** A secret that is shown this once. It stays in the memory of the page until the panel closes, and nowhere else. */
export const SecretOnce = ({
  secret,
  name,
  onStored,
  stored = "only its hash is stored",
}: {
  readonly secret: string
  readonly name: string
  /** What the gateway keeps of it. */
  readonly stored?: string
  /** Closes a panel that shows nothing else. */
  readonly onStored?: () => void
}) => (
  <div className="flex flex-col gap-3 rounded-lg border border-line bg-warn-soft p-4">
    <p className="flex items-start gap-2">
      <KeyRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      Copy {name} now. It is shown this once, and {stored}.
    </p>
    <output className="rounded-md border border-line bg-surface p-3 font-mono text-xs break-all select-all">{secret}</output>
    <div className="flex flex-wrap gap-2">
      <CopyButton text={secret} label="Copy the secret" />
      {onStored !== undefined && (
        <Button look="primary" onClick={onStored}>
          I have stored it
        </Button>
      )}
    </div>
  </div>
)
