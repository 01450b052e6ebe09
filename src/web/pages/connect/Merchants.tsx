import { useSuspenseInfiniteQuery } from "@tanstack/react-query"
import type { ResponseOf } from "../../api/client.ts"
import { formatDay } from "../../format/time.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { DataTable, type TableColumn } from "../../ui/DataTable.tsx"
import { Empty } from "../../ui/States.tsx"
import { merchantsQuery } from "./queries.ts"

type Merchant = ResponseOf<"GET", "/v1/merchants">["merchants"][number]
const tones = { active: "ok", draft: "neutral", suspended: "danger" } as const

const columns: ReadonlyArray<TableColumn<Merchant>> = [
  { header: "Seller", id: "name", cell: ({ row }) => row.original.profile?.display_name ?? <span className="text-muted">no profile</span> },
  { header: "Your name for it", accessorKey: "external_seller_id", enableSorting: false },
  { header: "Status", accessorKey: "status", cell: ({ row }) => <Badge tone={tones[row.original.status]}>{row.original.status}</Badge> },
  {
    header: "Payable",
    accessorKey: "payable",
    cell: ({ row }) => (row.original.payable ? <Badge tone="ok">yes</Badge> : <Badge tone="warn">no wallet yet</Badge>),
  },
  {
    header: "Since",
    accessorKey: "created_at",
    cell: ({ row }) => <span className="whitespace-nowrap">{formatDay(row.original.created_at)}</span>,
  },
]

export const Merchants = ({ account }: { readonly account: string }) => {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(merchantsQuery(account))
  return (
    <section className="flex flex-col gap-3">
      <h2>Sellers</h2>
      <DataTable
        caption="Sellers"
        columns={columns}
        rows={data.pages.flatMap(({ merchants }) => merchants)}
        rowId={({ merchant_id: id }) => id}
        empty={<Empty title="There is no seller yet.">Your server makes a link for each seller: POST /v1/merchants/onboarding-link.</Empty>}
      />
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  )
}
