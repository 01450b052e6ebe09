import { Link } from "@tanstack/react-router"
import { formatEuros, formatMoney } from "../../format/money.ts"
import { MandateButton } from "./MandateButton.tsx"
import type { Sepa } from "./queries.ts"

/** Why direct debit pays for nothing until another mandate is given, and what follows when it is. */
export const NewMandate = ({ sepa }: { readonly sepa: Sepa }) => {
  const { ledger, returned_debit: debit } = sepa
  return (
    <section aria-label="A new mandate is needed" className="mb-4 rounded-md bg-warn-soft p-3 text-warn">
      <p>
        {reasonOf(sepa)}
        {ledger.outstanding.amount_micro_usd !== "0" && ` ${formatMoney(ledger.outstanding)} is owed.`}
        {debit !== null && (
          <>
            {" "}
            <Link to="/payments/$id" params={{ id: debit.id }} className="underline underline-offset-2">
              See the debit
            </Link>
          </>
        )}
      </p>
      <p className="mt-1">
        {debit === null
          ? "With a new mandate, of this bank account or another one, direct debit pays for calls again. What is owed is collected as before."
          : "With a new mandate, of this bank account or another one, the debit is made again after a notice. Direct debit pays for calls again once that debit has succeeded."}
      </p>
      <MandateButton>Set up a new mandate</MandateButton>
    </section>
  )
}

const reasonOf = ({ gaps, mandate, returned_debit: debit, subscription }: Sepa): string => {
  if (debit !== null)
    return `The debit of ${formatEuros(debit.amount_minor)} ${debit.status === "disputed" ? "was taken back" : "failed"} and is owed again.`
  if (subscription.status === "cancelled") return "The mandate was ended."
  if (gaps.some(({ code }) => code === "collection_given_up")) return "A debit of this mandate was given up as a loss."
  return mandate.status === "inactive" ? "The mandate is not valid any more." : "A new mandate is needed."
}
