import { useInfiniteQuery } from "@tanstack/react-query"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { DataTable } from "../../ui/DataTable.tsx"
import { Failure, Loading } from "../../ui/States.tsx"
import { columnsOf, phoneRowOf } from "./columns.tsx"
import { collectedQuery } from "./queries.ts"

/** The calls that one direct debit collects. */
export const CollectedCalls = ({ id }: { readonly id: string }) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(collectedQuery(id))
  const calls = data?.pages.flatMap(({ payments }) => payments) ?? []
  return (
    <Card title="Calls that it collects" className="xl:col-span-2">
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <>
          <DataTable
            caption="Collected calls"
            columns={columnsOf(calls)}
            phoneRow={phoneRowOf(calls)}
            rows={calls}
            rowId={(row) => row.id}
            empty={<p className="text-muted">It collects no call.</p>}
          />
          {hasNextPage && (
            <Button className="mt-3" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              More calls
            </Button>
          )}
        </>
      )}
    </Card>
  )
}
