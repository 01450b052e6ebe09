import { type Cell, type ColumnDef, createSortedRowModel, rowSortingFeature, sortFns, tableFeatures, useTable } from "@tanstack/react-table"
import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactNode } from "react"

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
  columnMeta: {} as { readonly align?: "right" },
})

/** A column of a `DataTable`. `meta.align: "right"` is for numbers. */
export type TableColumn<Row extends object> = ColumnDef<typeof features, Row, unknown>

interface DataTableProps<Row extends object> {
  /** Names the table for a screen reader. */
  readonly caption: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string
  readonly empty: ReactNode
  /** A row at phone width, where it is a line of a list. Without it the table scrolls inside its frame. */
  readonly phoneRow?: (row: Row) => ReactNode
}

/** Rows with columns that can be sorted. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const { caption, empty, phoneRow, rowId, rows } = props
  if (rows.length === 0) return empty
  if (phoneRow === undefined) return <Table {...props} />
  return (
    <>
      <ul aria-label={caption} className="divide-y divide-line rounded-lg border border-line bg-surface sm:hidden">
        {rows.map((row) => (
          <li key={rowId(row)} className="px-4 py-3">
            {phoneRow(row)}
          </li>
        ))}
      </ul>
      <Table {...props} className="hidden sm:block" />
    </>
  )
}

/** Calls a cell's function instead of rendering it as a component: columns that are built anew at each render would close an open dialogue in a cell. */
const cellContent = <Row extends object>(cell: Cell<typeof features, Row, unknown>): ReactNode => {
  const { cell: content } = cell.column.columnDef
  return typeof content === "function" ? content(cell.getContext()) : content
}

const Table = <Row extends object>({
  caption,
  className = "",
  columns,
  rowId,
  rows,
}: DataTableProps<Row> & { readonly className?: string }) => {
  const table = useTable({
    features,
    columns: columns as Array<TableColumn<Row>>,
    data: rows as Array<Row>,
    getRowId: rowId,
  })
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className={`relative overflow-x-auto rounded-lg border border-line bg-surface ${className}`}
    >
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line bg-sunken text-xs text-muted">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                const isRight = header.column.columnDef.meta?.align === "right"
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
                    className={`px-4 py-2 font-medium whitespace-nowrap ${isRight ? "text-right" : ""}`}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className="inline-flex items-center gap-1 hover:text-ink"
                        onClick={header.column.getToggleSortingHandler()}
                      >
                        <table.FlexRender header={header} />
                        {sorted === "asc" && <ArrowUp aria-hidden="true" className="size-3" />}
                        {sorted === "desc" && <ArrowDown aria-hidden="true" className="size-3" />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-0">
              {row.getAllCells().map((cell) => (
                <td
                  key={cell.id}
                  className={`px-4 py-2.5 align-middle ${cell.column.columnDef.meta?.align === "right" ? "text-right" : ""}`}
                >
                  {cellContent(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
