import { formatLimit, formatUsdc } from "../../format/money.ts"
import { networkName } from "../../format/rails.ts"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { QrCode } from "./QrCode.tsx"
import type { RailState } from "./queries.ts"
import { RailCard } from "./RailCard.tsx"

/** The managed wallet: where to send USDC, and what it may spend in a day. */
export const WalletCard = ({ rail }: { readonly rail: RailState }) => {
  const { daily_cap: cap, network, wallet_address: address } = rail
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
                ["Cap per day", formatLimit(cap)],
              ]}
            />
            <div className="mt-3">
              <CopyButton text={address} label="Copy the address" />
            </div>
          </div>
        </div>
      )}
    </RailCard>
  )
}
