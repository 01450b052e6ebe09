import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { countOf } from "../../format/count.ts"
import { Button } from "../../ui/Button.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { allPayments, csvOf } from "./csv.ts"
import type { PaymentsSearch } from "./filter.ts"
import { gatewayDay } from "../../format/gatewayClock.ts"
import type { PaymentJson } from "./queries.ts"

/** Saves the filtered list, and says when older payments were left out. */
export const CsvDownload = ({ filter }: { readonly filter: PaymentsSearch }) => {
  const notify = useNotify()
  const { isPending, mutate } = useMutation({
    mutationFn: () => allPayments(filter),
    onSuccess: ({ isCut, payments }) => {
      save(`payments-${gatewayDay()}.csv`, "text/csv;charset=utf-8", csvOf(payments))
      const count = payments.length
      if (!isCut) notify("The list was saved.", `${countOf(count, "payment")}.`)
      else notify("The list was cut.", `The file has the newest ${countOf(count, "payment")}. Choose fewer days for the others.`)
    },
    onError: ({ message }) => notify("The list was not saved.", message),
  })
  return (
    <Button isPending={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="size-4" />
      Download CSV
    </Button>
  )
}

/** Saves one payment as the API has it, or as a row of the list. */
export const PaymentDownloads = ({ payment }: { readonly payment: PaymentJson }) => (
  <>
    <Button onClick={() => save(`payment-${payment.id}.csv`, "text/csv;charset=utf-8", csvOf([payment]))}>
      <Download aria-hidden="true" className="size-4" />
      Download CSV
    </Button>
    <Button onClick={() => save(`payment-${payment.id}.json`, "application/json", JSON.stringify(payment, null, 2))}>
      <Download aria-hidden="true" className="size-4" />
      Download JSON
    </Button>
  </>
)

/** Lets the browser save a text as a file. */
const save = (name: string, type: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
