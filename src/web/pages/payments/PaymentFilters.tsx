import { getRouteApi } from "@tanstack/react-router"
import { SlidersHorizontal } from "lucide-react"
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react"
import { railName } from "../../format/rails.ts"
import { Button } from "../../ui/Button.tsx"
import { Select } from "../../ui/Select.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useDebounced } from "../../ui/useDebounced.ts"
import { endsBeforeItBegins, kinds, type PaymentsSearch, rails, statuses } from "./filter.ts"

const route = getRouteApi("/shell/payments")

interface PaymentFiltersProps {
  readonly filter: PaymentsSearch
  readonly keyNames: ReadonlyMap<string, string>
}

const anyOf = (label: string, options: ReadonlyArray<readonly [value: string, label: string]>) => [
  { value: "", label },
  ...options.map(([value, label]) => ({ value, label })),
]

/** Filters that are kept in the page's address: a filtered list can be shared and bookmarked. On a phone they fold. */
export const PaymentFilters = ({ filter, keyNames }: PaymentFiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  const navigate = route.useNavigate()
  const change = (name: keyof PaymentsSearch, value: string) => {
    const { [name]: _old, ...rest } = filter
    void navigate({ search: value === "" ? rest : { ...rest, [name]: value } })
  }
  const count = Object.keys(filter).length
  const keys = [...keyNames]
  const key = filter.key_id
  if (key !== undefined && !keyNames.has(key)) keys.push([key, `${key.slice(0, 8)}…`])
  return (
    <div className="mb-4">
      <Button className="mb-3 sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <div
        role="search"
        aria-label="Filter payments"
        className={`${isOpen ? "grid" : "hidden"} grid-cols-2 gap-3 sm:grid lg:grid-cols-3 xl:grid-cols-5`}
      >
        <Choice
          name="rail"
          label="Rail"
          options={anyOf(
            "All rails",
            rails.map((rail) => [rail, railName(rail)]),
          )}
          {...{ filter, change }}
        />
        <Choice
          name="status"
          label="Status"
          options={anyOf(
            "Every status",
            statuses.map((one) => [one, one]),
          )}
          {...{ filter, change }}
        />
        <Choice name="kind" label="Kind" options={anyOf("All kinds", Object.entries(kinds))} {...{ filter, change }} />
        <Choice name="key_id" label="Key" options={anyOf("All keys", keys)} {...{ filter, change }} />
        <Choice name="by" label="Dates are of" options={anyOf("Creation", [["settled", "Settlement"]])} {...{ filter, change }} />
        <Text name="source" label="Source" placeholder="All sources" {...{ filter, change }} />
        <Text name="tag" label="Tag" placeholder="All tags" {...{ filter, change }} />
        <Text
          name="from"
          label="From"
          type="date"
          problem={endsBeforeItBegins(filter) ? "After the last day." : undefined}
          {...{ filter, change }}
        />
        <Text name="to" label="To" type="date" {...{ filter, change }} />
        <div className="flex items-end">
          <Button look="quiet" disabled={count === 0} onClick={() => void navigate({ search: {} })}>
            Clear filters
          </Button>
        </div>
      </div>
    </div>
  )
}

interface FieldProps {
  readonly name: keyof PaymentsSearch
  readonly label: string
  readonly filter: PaymentsSearch
  readonly change: (name: keyof PaymentsSearch, value: string) => void
}

const Choice = ({
  change,
  filter,
  label,
  name,
  options,
}: FieldProps & { readonly options: ReadonlyArray<{ value: string; label: string }> }) => (
  <Select label={label} value={filter[name] ?? ""} options={options} onChange={(value) => change(name, value)} />
)

/** Applies once the person has not typed for a moment, so that typing reads one list. */
const Text = ({
  change,
  filter,
  label,
  name,
  ...input
}: FieldProps & Pick<ComponentProps<typeof TextField>, "placeholder" | "problem" | "type">) => {
  const current = filter[name] ?? ""
  const [typed, setTyped] = useState(current)
  const [applied, setApplied] = useState(current)
  // The address also changes by "Clear filters" and by the browser's buttons.
  if (applied !== current) {
    setApplied(current)
    if (typed.trim() !== current) setTyped(current)
  }
  const settled = useDebounced(typed.trim(), 400)
  const apply = useEffectEvent(() => settled === typed.trim() && settled !== current && change(name, settled))
  useEffect(() => void apply(), [settled, typed])
  return <TextField label={label} value={typed} onChange={setTyped} {...input} />
}
