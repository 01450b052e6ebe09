import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { buttonClass } from "../../ui/Button.tsx"
import { PageHeader } from "../../ui/Card.tsx"
import { DataTable } from "../../ui/DataTable.tsx"
import { Empty, Failure, Loading } from "../../ui/States.tsx"
import { CsvDownload } from "./Downloads.tsx"
import { PaymentFilters } from "./PaymentFilters.tsx"
import { endsBeforeItBegins } from "./filter.ts"
import { columnsOf, phoneRowOf } from "./columns.tsx"
import { keyNamesQuery, paymentsQuery } from "./queries.ts"

const route = getRouteApi("/shell/payments")

export const PaymentsPage = () => {
  const { cursor, ...filter } = route.useSearch()
  const isReversed = endsBeforeItBegins(filter)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...paymentsQuery(filter, cursor),
    placeholderData: keepPreviousData,
    enabled: !isReversed,
  })
  const { data: keyNames } = useQuery(keyNamesQuery)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader title="Payments" actions={!isReversed && <CsvDownload filter={filter} />}>
        Every call, top-up and collection, with what moved and its proof.
      </PageHeader>
      <PaymentFilters filter={filter} keyNames={keyNames ?? new Map()} />
      {isReversed && <Empty title="The first day is after the last one.">Choose an earlier first day, or a later last day.</Empty>}
      {error !== null && !isReversed && <Failure error={error} retry={() => void refetch()} />}
      {error === null && !isReversed && data === undefined && <Loading label="Loading payments" />}
      {error === null && !isReversed && data !== undefined && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : ""}>
          <DataTable
            caption="Payments"
            columns={columnsOf(data.payments, keyNames)}
            phoneRow={phoneRowOf(data.payments)}
            rows={data.payments}
            rowId={({ id }) => id}
            empty={
              isFiltered || cursor !== undefined ? (
                <Empty title="No payment fits these filters.">Remove a filter, or choose more days.</Empty>
              ) : (
                <Empty title="There are no payments yet.">The first paid call, top-up or collection appears here.</Empty>
              )
            }
          />
          <nav aria-label="Pages of payments" className="mt-3 flex justify-end gap-2">
            {cursor !== undefined && (
              <Link from="/payments" to="/payments" search={filter} className={buttonClass()}>
                Newest
              </Link>
            )}
            {data.next_cursor !== null && (
              <Link from="/payments" to="/payments" search={{ ...filter, cursor: data.next_cursor }} className={buttonClass()}>
                Older payments
              </Link>
            )}
          </nav>
        </div>
      )}
    </>
  )
}
