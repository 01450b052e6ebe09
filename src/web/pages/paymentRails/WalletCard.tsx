import { useMutation, useQueryClient } from "@tanstack/react-query"
import { put } from "../../api/client.ts"
import { formatUsdc } from "../../format/money.ts"
import { networkName } from "../../format/rails.ts"
import { useSession } from "../../session/session.ts"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { QrCode } from "./QrCode.tsx"
import type { RailState } from "./queries.ts"
import { RailCard } from "./RailCard.tsx"

/** The managed wallet: where to send USDC. */
export const WalletCard = ({ rail }: { readonly rail: RailState }) => {
  const { mayManage } = useSession()
  const { network, wallet_address: address } = rail
  return (
    <RailCard rail={rail} title="Stablecoin (x402)" format={formatUsdc}>
      {address === undefined ? (
        <p className="mt-4 text-muted">Calls are paid by the caller's own wallet: the organisation has no managed wallet here.</p>
      ) : (
        <div className="mt-4 flex flex-col gap-5 sm:flex-row">
          <QrCode text={address} label="QR code of the wallet's address" />
          <div className="min-w-0 flex-1">
            <p className="mb-3">Send USDC to this address. It can be spent once the transfer is final.</p>
            <Facts
              facts={[
                ["Address", <Code key="address">{address}</Code>],
                ["Network", network && networkName(network)],
              ]}
            />
            <div className="mt-3">
              <CopyButton text={address} label="Copy the address" />
            </div>
          </div>
        </div>
      )}
      {rail.setting !== undefined && mayManage && <Signer setting={rail.setting} />}
    </RailCard>
  )
}

const signerNames: Readonly<Record<string, string>> = {
  managed: "The managed wallet signs",
  caller: "Each call carries its own payment",
}

/** Who signs for calls that carry no payment. What the managed wallet owns stays there. */
const Signer = ({ setting: { name, value, values } }: { readonly setting: NonNullable<RailState["setting"]> }) => {
  const client = useQueryClient()
  const notify = useNotify()
  const change = useMutation({
    mutationFn: (chosen: string) => put("/v1/organisation/rail-settings/:name", { value: chosen }, { params: { name } }),
    onSuccess: ({ value: chosen }) => {
      notify(chosen === "managed" ? "The managed wallet signs." : "Callers sign.", "Every node follows within a minute.")
      return client.invalidateQueries({ queryKey: ["me"] })
    },
  })
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Select
        label="Who signs"
        value={value}
        options={values.map((each) => ({ value: each, label: signerNames[each] ?? each }))}
        disabled={change.isPending}
        onChange={(chosen) => chosen !== value && change.mutate(chosen)}
      />
      <p className="mt-1 text-xs text-muted">
        What the managed wallet owns stays there. A call that carries a payment is paid by it in both cases.
      </p>
      <Problem error={change.error} />
    </div>
  )
}
