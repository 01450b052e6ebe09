import type { ReactNode } from "react"
import { Button } from "../../ui/Button.tsx"
import { CopyLine } from "../../ui/CopyButton.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"

const expiries = [30, 90, 180, 365, 730] as const
export type Expiry = `${(typeof expiries)[number]}`
export const daysOf = (expiry: Expiry) => Number(expiry) as (typeof expiries)[number]
export const expiryOptions = expiries.map((days) => ({ value: `${days}` as Expiry, label: `${days} days` }))

interface NewSecretProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** The secret of a key, once. Closing the dialogue forgets it. */
export const NewSecret = ({ children, name, onClose, secret }: NewSecretProps) => (
  <Modal title={`The key ${name}`} isOpen isShownOnce onClose={onClose}>
    <SecretOnce secret={secret} name="the secret" />
    <div className="mt-4 flex flex-col gap-2">
      <p>To use it in a shell:</p>
      <CopyLine text={`export API_KEY=${secret}`} />
      {children}
    </div>
    <div className="mt-4 flex justify-end">
      <Button look="primary" onClick={onClose}>
        I have stored it
      </Button>
    </div>
  </Modal>
)
