import { useMutation } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { Button } from "../../ui/Button.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { allPayments, csvOf } from "./csv.ts"
import { download } from "./download.ts"
import type { PaymentsSearch } from "./filter.ts"

/** Saves the filtered list, and says when older payments were left out. */
export const CsvDownload = ({ filter }: { readonly filter: PaymentsSearch }) => {
  const notify = useNotify()
  const { isPending, mutate } = useMutation({
    mutationFn: () => allPayments(filter),
    onSuccess: ({ isCut, payments }) => {
      download(`payments-${new Date().toISOString().slice(0, 10)}.csv`, "text/csv;charset=utf-8", csvOf(payments))
      const count = payments.length.toLocaleString("en-US")
      if (!isCut) notify("The list was saved.", `${count} payments.`)
      else notify("The list was cut.", `The file has the newest ${count} payments. Choose fewer days for the others.`)
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
