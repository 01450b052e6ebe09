import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { get, remove } from "../../api/client.ts"
import { formatEuros, formatMoney } from "../../format/money.ts"
import { formatDay } from "../../format/time.ts"
import { useSession } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { Code, Facts } from "../../ui/Facts.tsx"
import { Failure, Loading, Problem } from "../../ui/States.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { MandateButton } from "./MandateButton.tsx"
import { NewMandate } from "./NewMandate.tsx"
import { OtherPayments } from "./OtherPayments.tsx"
import { type RailState, type Sepa, sepaQuery } from "./queries.ts"
import { RailCard } from "./RailCard.tsx"

/** Direct debit: the mandate, what is owed, and what is debited when. */
export const SepaCard = ({ rail }: { readonly rail: RailState }) => {
  const { data: sepa, error, refetch } = useQuery(sepaQuery)
  return (
    <RailCard rail={sepa === undefined ? rail : { ...rail, reason: reasonOf(sepa, rail) }} title="SEPA direct debit">
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && sepa === undefined && <Loading />}
      {sepa !== undefined && (
        <>
          <div className="mt-4">{isFirst(sepa) ? <MandateSetUp sepa={sepa} /> : <Mandate sepa={sepa} />}</div>
          <NextCollection next={sepa.next_collection} />
        </>
      )}
      <OtherPayments title="Collections" kind="collection" empty="Nothing was collected yet." />
    </RailCard>
  )
}

/** There is no mandate, or the bank has not confirmed it yet. */
const isFirst = ({ mandate }: Sepa) => mandate.status === "none" || mandate.status === "pending"

/** The gaps say what becomes of a debit that is owed again. Where a mandate is needed, the card itself says it in words for a person. */
const reasonOf = (sepa: Sepa, { ready, reason }: RailState): string | null => {
  if (sepa.mandate_required) return null
  const gaps = sepa.gaps.filter(({ code }) => code.startsWith("collection_"))
  return ready || gaps.length === 0 ? reason : gaps.map(({ message }) => message).join(" ")
}

/** What the organisation agrees to. It is shown before the mandate is given and while it holds. */
const termsOf = ({ terms }: Sepa) =>
  [
    ["Monthly fee", `${formatEuros(terms.monthly_fee_minor)}, for the days on which direct debit could be used`],
    ["Debited", `when ${formatEuros(terms.threshold_minor)} are owed, or after ${terms.max_age_days} days`],
    ["Cap", `${formatMoney(terms.exposure_cap)} for what is owed, being debited, and can still go back`],
  ] as const

const MandateSetUp = ({ sepa }: { readonly sepa: Sepa }) => (
  <>
    <p className="mb-3">
      {sepa.mandate.status === "pending"
        ? "The mandate is being confirmed by the bank. Nothing can be debited before."
        : "Calls are added up and debited from a bank account. Read the terms, then give a mandate."}
    </p>
    <Facts facts={termsOf(sepa)} />
    <MandateButton>Set up a mandate</MandateButton>
  </>
)

const Mandate = ({ sepa }: { readonly sepa: Sepa }) => {
  const { ledger, mandate, subscription } = sepa
  const { mayManage } = useSession()
  const document = useMutation({
    mutationFn: () => get("/v1/me/sepa/mandate/document"),
    onSuccess: ({ url }) => void window.open(url, "_blank", "noopener"),
  })
  return (
    <>
      {sepa.mandate_required && <NewMandate sepa={sepa} />}
      <Facts
        facts={[
          ["Mandate", mandate.reference && <Code>{mandate.reference}</Code>],
          ["Bank account", mandate.iban_last4 && `ending in ${mandate.iban_last4}`],
          ["Given", mandate.accepted_at && formatDay(mandate.accepted_at)],
          ["Owed, not debited yet", formatMoney(ledger.outstanding)],
          ["Being debited", formatMoney(ledger.in_flight)],
          ["Can still go back", formatMoney(ledger.reversible)],
          ...termsOf(sepa),
          ["Subscription", subscription.renews_at === null ? subscription.status : `renews on ${formatDay(subscription.renews_at)}`],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isPending={document.isPending} onClick={() => document.mutate()}>
          Read the mandate
        </Button>
        {mayManage && mandate.status === "active" && subscription.status !== "cancelled" && <EndMandate />}
      </div>
      <Problem error={document.error} />
    </>
  )
}

const EndMandate = () => {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const notify = useNotify()
  const end = useMutation({
    mutationFn: () => remove("/v1/me/sepa/mandate"),
    onSuccess: (sepa) => {
      client.setQueryData(sepaQuery.queryKey, sepa)
      void client.invalidateQueries({ queryKey: ["me"] })
      setOpen(false)
      notify("The mandate ends.", "What is owed is debited a last time.")
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>End the mandate</Button>
      <ConfirmDialog
        title="End the mandate?"
        action="End the mandate"
        isOpen={isOpen}
        isPending={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate()}
        onClose={() => setOpen(false)}
      >
        No further call is paid by direct debit. What is owed is debited a last time. To use direct debit again, set up a new mandate on
        this page.
      </ConfirmDialog>
    </>
  )
}

/** The debit that is planned or announced. The amount in euros is fixed with the notice. */
const NextCollection = ({ next }: { readonly next: Sepa["next_collection"] }) =>
  next === null ? null : (
    <p className="mt-4 rounded-md bg-accent-soft p-3 text-accent-strong">
      {next.notice === null ? "Planned" : "Announced"}: {next.estimate ? "about " : ""}
      {formatEuros(next.amount_minor)} on {formatDay(next.debit_on)}
      {next.notice === null ? "." : `, with the notice of ${formatDay(next.notice.given_at)}.`}
    </p>
  )
