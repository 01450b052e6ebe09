import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { formatMoney } from "../../format/money.ts"
import { railName } from "../../format/rails.ts"
import { formatTime } from "../../format/time.ts"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { railsQuery } from "../paymentRails/queries.ts"
import { CollectedCalls } from "./CollectedCalls.tsx"
import { DebitLines } from "./DebitLines.tsx"
import { PaymentDownloads } from "./Downloads.tsx"
import { LedgerEntries } from "./LedgerEntries.tsx"
import { OpenTopup } from "./OpenTopup.tsx"
import { broughtIn, givenBack, meaningOf, movedAmount, movedLabel, titleOf } from "./paymentText.ts"
import { Proof } from "./Proof.tsx"
import { type PaymentJson, paymentQuery } from "./queries.ts"
import { StatusBadge } from "./StatusBadge.tsx"
import { Timeline } from "./Timeline.tsx"

const route = getRouteApi("/shell/payments/$id")

export const PaymentPage = () => {
  const { id } = route.useParams()
  const { data: payment } = useSuspenseQuery(paymentQuery(id))
  return (
    <>
      <p className="mb-2">
        <Link to="/payments" className="text-muted hover:text-ink">
          ← All payments
        </Link>
      </p>
      <PageHeader title={titleOf(payment)} actions={<PaymentDownloads payment={payment} />}>
        <Code>{payment.id}</Code>
      </PageHeader>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Summary payment={payment} />
        <Card title="Timeline" className="self-start xl:row-span-2">
          <Timeline payment={payment} />
        </Card>
        <Proof payment={payment} />
        <LedgerEntries payment={payment} />
        {payment.kind === "collection" && (
          <>
            <DebitLines payment={payment} />
            <CollectedCalls id={payment.id} />
          </>
        )}
      </div>
    </>
  )
}

const Summary = ({ payment }: { readonly payment: PaymentJson }) => (
  <Card>
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <p className="text-3xl font-semibold">{formatMoney(payment.amount)}</p>
      <StatusBadge status={payment.status} />
    </div>
    <p className="mb-4 text-muted">{meaningOf(payment)}</p>
    <Facts
      facts={[
        ["Rail", railName(payment.rail)],
        [movedLabel(payment), movedAmount(payment)],
        ["Brought in", broughtIn(payment)],
        ["Given back", givenBack(payment)],
        ["To the publisher", payment.split && `${formatMoney(payment.split.publisher)} to ${payment.split.payee}`],
        ["Platform fee", payment.split && formatMoney(payment.split.platform_fee)],
        ["Source", payment.source_id && <SourceLink id={payment.source_id} />],
        ["Run", payment.run_id && <RunLink id={payment.run_id} keyId={payment.key_id} />],
        ["Key", payment.key_name ?? (payment.key_id && <Code>{payment.key_id}</Code>)],
        ["Tag", payment.tag],
        ["Created", payment.created_at && formatTime(payment.created_at)],
        ["Settled", payment.settled_at && formatTime(payment.settled_at)],
        ["Last error", payment.last_error],
      ]}
    />
    {payment.kind === "topup" && payment.status === "pending" && <OpenTopup id={payment.id} />}
  </Card>
)

/** A run is read with the key that began it: only the person's own runs can be opened. */
const RunLink = ({ id, keyId }: { readonly id: string; readonly keyId: string | null }) => {
  const { data: me } = useQuery(railsQuery)
  if (me === undefined || me.identity.key_id !== keyId) return <Code>{id}</Code>
  return (
    <Link to="/runs/$id" params={{ id }} className="text-accent-strong underline-offset-2 hover:underline">
      <Code>{id}</Code>
    </Link>
  )
}

const SourceLink = ({ id }: { readonly id: string }) => (
  <Link to="/sources/$source" params={{ source: id }} className="text-accent-strong underline-offset-2 hover:underline">
    {id}
  </Link>
)
