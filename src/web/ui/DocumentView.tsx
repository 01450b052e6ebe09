import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { Choice } from "./Choice.tsx"
import { isScalar, nameText, pointerPart, scalarText } from "./documentText.ts"
import { JsonView } from "./JsonView.tsx"

interface DocumentViewProps {
  readonly label: string
  readonly value: unknown
  /** A JSON pointer to the place that is marked and scrolled to. */
  readonly pointer?: string | undefined
}

const views = [
  { value: "read", label: "Readable" },
  { value: "json", label: "JSON" },
] as const

/** A document as lists and tables, or as its JSON. It is text: nothing in it runs. */
export const DocumentView = ({ label, pointer, value }: DocumentViewProps) => {
  const [view, setView] = useState<"read" | "json">("read")
  const marked = useRef<HTMLElement>(null)
  useEffect(() => {
    void marked.current?.scrollIntoView({ block: "center" })
  }, [pointer, view])
  return (
    <div className="flex flex-col gap-3">
      <div className="self-start">
        <Choice label={`How ${label} is shown`} value={view} options={views} onChange={setView} />
      </div>
      {view === "json" ? (
        <JsonView label={label} value={value} pointer={pointer} />
      ) : (
        <div role="region" aria-label={label} tabIndex={0} className="max-h-[40rem] overflow-auto rounded-md border border-line p-4">
          <Value value={value} at="" pointer={pointer} mark={marked} />
        </div>
      )}
    </div>
  )
}

interface ValueProps {
  readonly value: unknown
  readonly at: string
  readonly pointer: string | undefined
  readonly mark: RefObject<HTMLElement | null>
}

const Value = (props: ValueProps) => {
  const { at, mark, pointer, value } = props
  const shown = isScalar(value) ? <span className="[overflow-wrap:anywhere]">{scalarText(value)}</span> : <Members {...props} />
  if (pointer !== at || at === "") return shown
  const look = "rounded bg-accent-soft text-ink outline-2 outline-offset-2 outline-accent"
  return isScalar(value) ? (
    <mark ref={mark} className={look}>
      {shown}
    </mark>
  ) : (
    <div ref={mark as RefObject<HTMLDivElement | null>} data-marked className={look}>
      {shown}
    </div>
  )
}

const Members = (props: ValueProps) => {
  const value = props.value as object
  if (!Array.isArray(value)) return <ObjectView {...props} />
  if (value.length === 0) return <span className="text-muted">empty</span>
  const columns = columnsOf(value)
  return columns === undefined ? <ListView {...props} items={value} /> : <TableView {...props} items={value as never} columns={columns} />
}

const ObjectView = ({ at, value, ...rest }: ValueProps) => {
  const members = Object.entries(value as object)
  if (members.length === 0) return <span className="text-muted">empty</span>
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(7rem,auto)_1fr]">
      {members.map(([name, member]) => (
        <Member key={name} name={nameText(name)} isWide={!isScalar(member) && !isEmpty(member)}>
          <Value {...rest} value={member} at={`${at}/${pointerPart(name)}`} />
        </Member>
      ))}
    </dl>
  )
}

/** A group has its own lines below its name; a single value is beside it. */
const Member = ({ children, isWide, name }: { readonly name: string; readonly isWide: boolean; readonly children: ReactNode }) => (
  <>
    <dt className={isWide ? "mt-2 font-medium sm:col-span-2" : "text-muted"}>{name}</dt>
    <dd className={isWide ? "min-w-0 border-l-2 border-line pl-4 sm:col-span-2" : "min-w-0"}>{children}</dd>
  </>
)

const isEmpty = (value: unknown) => Object.keys(value as object).length === 0

interface ListProps extends ValueProps {
  readonly items: ReadonlyArray<unknown>
}

const ListView = ({ at, items, value: _value, ...rest }: ListProps) => (
  <ul className={items.every(isScalar) ? "flex flex-wrap gap-x-4 gap-y-1" : "flex flex-col gap-3 divide-y divide-line [&>li+li]:pt-3"}>
    {items.map((item, i) => (
      <li key={i} className="min-w-0">
        <Value {...rest} value={item} at={`${at}/${i}`} />
      </li>
    ))}
  </ul>
)

const maxColumns = 14

/** A cell holds a single value or a short list of them. */
const isCell = (value: unknown) => isScalar(value) || (Array.isArray(value) && value.every(isScalar))
const isBlank = (value: unknown) => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** The columns of a list whose items are flat objects, blank columns left out; undefined: it is no table. */
const columnsOf = (items: ReadonlyArray<unknown>): ReadonlyArray<string> | undefined => {
  const isFlat = (item: unknown) => !isScalar(item) && !Array.isArray(item) && Object.values(item as object).every(isCell)
  if (items.length < 2 || !items.every(isFlat)) return undefined
  const rows = items as ReadonlyArray<Readonly<Record<string, unknown>>>
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((column) => rows.some((row) => !isBlank(row[column])))
  return columns.length === 0 || columns.length > maxColumns ? undefined : columns
}

interface TableProps extends ValueProps {
  readonly items: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly columns: ReadonlyArray<string>
}

const TableView = ({ at, columns, items, value: _value, ...rest }: TableProps) => (
  <div className="overflow-x-auto">
    <table className="w-full border-collapse text-left">
      <thead className="border-b border-line text-xs text-muted">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1.5 pr-4 font-medium whitespace-nowrap">
              {nameText(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, i) => (
          <tr key={i} className="border-b border-line last:border-0">
            {columns.map((column) => (
              <td key={column} className={`py-1.5 pr-4 align-top ${typeof item[column] === "number" ? "tabular-nums" : ""}`}>
                <Value {...rest} value={item[column]} at={`${at}/${i}/${pointerPart(column)}`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
