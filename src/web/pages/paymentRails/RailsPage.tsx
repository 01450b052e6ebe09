import { useSuspenseQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useSession } from "../../session/session.ts"
import { PageHeader } from "../../ui/Card.tsx"
import { CapsCard } from "./CapsCard.tsx"
import { CreditsCard } from "./CreditsCard.tsx"
import { type RailState, railsQuery } from "./queries.ts"
import { RailCard } from "./RailCard.tsx"
import { SepaCard } from "./SepaCard.tsx"
import { SpendingCard } from "./SpendingCard.tsx"
import { WalletCard } from "./WalletCard.tsx"

const cards: Readonly<Record<string, (props: { readonly rail: RailState }) => ReactElement>> = {
  credits: CreditsCard,
  sepa: SepaCard,
  x402: WalletCard,
}

export const RailsPage = () => {
  const { mayManage } = useSession()
  const { data: me } = useSuspenseQuery(railsQuery)
  return (
    <>
      <PageHeader title="Rails">How the organisation pays. The cheapest rail that covers a call pays it.</PageHeader>
      <div className="gap-4 xl:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
        {me.rails.map((rail) => {
          const OwnCard = cards[rail.rail]
          return OwnCard === undefined ? (
            <RailCard key={rail.rail} rail={rail} title={rail.rail} />
          ) : (
            <OwnCard key={rail.rail} rail={rail} />
          )
        })}
        <CapsCard rails={me.rails} />
        {mayManage ? (
          <SpendingCard rails={me.rails.map(({ rail }) => rail)} />
        ) : (
          <p className="text-muted">Owners and admins order the rails and switch spending on and off.</p>
        )}
      </div>
    </>
  )
}
