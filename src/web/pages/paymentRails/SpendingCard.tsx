import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { ArrowDown, ArrowUp } from "lucide-react"
import { useState } from "react"
import { patch } from "../../api/client.ts"
import { railName } from "../../format/rails.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Problem } from "../../ui/States.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { type OrganisationSettings, organisationQuery } from "./queries.ts"

/** Changes settings of the organisation. What depends on them is read again. */
const useChange = (onChanged: (organisation: OrganisationSettings) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly spending?: boolean; readonly rail_preference?: ReadonlyArray<string> }) =>
      patch("/v1/organisation", change),
    onSuccess: (organisation) => {
      client.setQueryData(organisationQuery.queryKey, organisation)
      void client.invalidateQueries({ queryKey: ["me"] })
      onChanged(organisation)
    },
  })
}

/** Which rail pays where several cost the same, and whether anything is paid at all. For owners and admins. */
export const SpendingCard = ({ rails }: { readonly rails: ReadonlyArray<string> }) => {
  const { data: organisation } = useSuspenseQuery(organisationQuery)
  return (
    <Card id="spending" title="Order and spending">
      <RailOrder rails={rails} preference={organisation.rail_preference} />
      <SpendingSwitch isOn={organisation.spending} />
    </Card>
  )
}

const RailOrder = ({ preference, rails }: { readonly rails: ReadonlyArray<string>; readonly preference: ReadonlyArray<string> }) => {
  const notify = useNotify()
  const change = useChange(() => notify("The order was saved."))
  const order = [...preference.filter((rail) => rails.includes(rail)), ...rails.filter((rail) => !preference.includes(rail))]
  const move = (from: number, to: number) => {
    const moved = order.filter((_, i) => i !== from)
    change.mutate({ rail_preference: moved.toSpliced(to, 0, order[from]!) })
  }
  return (
    <>
      <p className="mb-2 text-muted">Where several rails cost the same, the first of this order pays.</p>
      <ol aria-label="Order of the rails" className="divide-y divide-line rounded-md border border-line">
        {order.map((rail, i) => (
          <li key={rail} className="flex items-center gap-2 px-3 py-1.5">
            <span className="w-5 text-muted">{i + 1}.</span>
            <span className="flex-1 font-medium">{railName(rail)}</span>
            <Button
              look="quiet"
              aria-label={`Move ${railName(rail)} up`}
              disabled={i === 0 || change.isPending}
              onClick={() => move(i, i - 1)}
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </Button>
            <Button
              look="quiet"
              aria-label={`Move ${railName(rail)} down`}
              disabled={i === order.length - 1 || change.isPending}
              onClick={() => move(i, i + 1)}
            >
              <ArrowDown aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ol>
      <Problem error={change.error} />
    </>
  )
}

const SpendingSwitch = ({ isOn }: { readonly isOn: boolean }) => {
  const [isAsking, setAsking] = useState(false)
  const notify = useNotify()
  const change = useChange(({ spending }) => {
    setAsking(false)
    notify(spending ? "Spending is on." : "Spending is off.", spending ? undefined : "Every paid call is refused.")
  })
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <span className="font-medium">Spending</span>
      <Badge tone={isOn ? "ok" : "danger"}>{isOn ? "on" : "off"}</Badge>
      <span className="flex-1" />
      {isOn ? (
        <Button onClick={() => setAsking(true)}>Stop spending</Button>
      ) : (
        <Button look="primary" isPending={change.isPending} onClick={() => change.mutate({ spending: true })}>
          Allow spending
        </Button>
      )}
      {!isAsking && <Problem error={change.error} />}
      <ConfirmDialog
        title="Stop all spending?"
        action="Stop spending"
        isOpen={isAsking}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ spending: false })}
        onClose={() => setAsking(false)}
      >
        Every paid call of the organisation is refused until spending is allowed again. Running calls end as they began.
      </ConfirmDialog>
    </div>
  )
}
