import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { post } from "../../api/client.ts"
import { asAccount } from "../../links/links.ts"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { publisherKey } from "./queries.ts"
import { browserWallet, chooseAccount, signWith } from "./walletSignature.ts"

/** Proves the wallet that payouts go to: it signs a message (EIP-4361), in this browser or elsewhere. It signs no payment. */
export const ProveWallet = ({ account }: { readonly account: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState("")
  const [signature, setSignature] = useState("")
  const queries = useQueryClient()
  const notify = useNotify()
  const wallet = browserWallet()
  const messageFor = (owner: string) => post("/v1/publishers/me/proofs/wallet/nonce", { address: owner }, asAccount(account))
  const prove = (message: string, signed: string) =>
    post("/v1/publishers/me/proofs/wallet", { message, signature: signed }, asAccount(account))
  const done = async () => {
    await queries.invalidateQueries({ queryKey: publisherKey(account) })
    close()
    notify("The wallet is proven. It counts once an operator approves it.", "Wallet")
  }
  const inBrowser = useMutation({
    mutationFn: async () => {
      const owner = await chooseAccount(wallet!)
      const { message } = await messageFor(owner)
      return prove(message, await signWith(wallet!, owner, message))
    },
    onSuccess: done,
  })
  const asking = useMutation({ mutationFn: () => messageFor(address.trim()) })
  const message = asking.data?.message
  const proving = useMutation({ mutationFn: () => prove(message ?? "", signature.trim()), onSuccess: done })
  const close = () => {
    setOpen(false)
    setSignature("")
    for (const mutation of [inBrowser, asking, proving]) mutation.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message === undefined) asking.mutate()
    else proving.mutate()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Prove a wallet</Button>
      <Modal
        title="Prove the wallet for payouts"
        description="The wallet signs a message that names this publisher. It pays nothing and permits no payment."
        isOpen={isOpen}
        onClose={close}
      >
        <div className="flex flex-col gap-4">
          {wallet !== undefined && message === undefined && (
            <div>
              <Button look="primary" isPending={inBrowser.isPending} onClick={() => inBrowser.mutate()}>
                Sign with the wallet of this browser
              </Button>
              <Problem error={inBrowser.error} />
            </div>
          )}
          <form onSubmit={submit} className="flex flex-col gap-4">
            {message === undefined ? (
              <TextField
                label={wallet === undefined ? "Address of the wallet" : "Or the address of another wallet"}
                hint="You get a message that you sign where the wallet is."
                placeholder="0x…"
                required
                pattern="0x[0-9a-fA-F]{40}"
                value={address}
                onChange={setAddress}
              />
            ) : (
              <>
                <pre
                  tabIndex={0}
                  aria-label="Message to sign"
                  className="max-h-52 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-all"
                >
                  {message}
                </pre>
                <div>
                  <CopyButton text={message} label="Copy the message" />
                </div>
                <TextField
                  label="Signature"
                  hint="Sign the message unchanged (personal_sign), within 15 minutes."
                  placeholder="0x…"
                  required
                  value={signature}
                  onChange={setSignature}
                />
              </>
            )}
            <Problem error={asking.error ?? proving.error} />
            <div className="flex justify-end gap-2">
              <Button onClick={close}>Cancel</Button>
              <Button
                type="submit"
                look={wallet === undefined || message !== undefined ? "primary" : "secondary"}
                isPending={asking.isPending || proving.isPending}
              >
                {message === undefined ? "Get the message" : "Prove the wallet"}
              </Button>
            </div>
          </form>
        </div>
      </Modal>
    </>
  )
}
