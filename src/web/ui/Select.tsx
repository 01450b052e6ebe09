import { Select as Base } from "@base-ui/react/select"
import { Check, ChevronsUpDown } from "lucide-react"
import { useId } from "react"

interface SelectProps<V extends string> {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: V
  readonly options: ReadonlyArray<{ readonly value: V; readonly label: string }>
  readonly onChange: (value: V) => void
  readonly disabled?: boolean
}

/** One choice of a list. */
export const Select = <V extends string>({ label, isLabelHidden = false, value, options, onChange, disabled = false }: SelectProps<V>) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className={isLabelHidden ? "sr-only" : "font-medium"}>
        {label}
      </span>
      <Base.Root items={options} value={value} disabled={disabled} onValueChange={(next) => next !== null && onChange(next)}>
        <Base.Trigger
          aria-labelledby={id}
          className="flex w-full min-w-32 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-left hover:bg-sunken disabled:opacity-50"
        >
          <Base.Value className="truncate" />
          <Base.Icon>
            <ChevronsUpDown aria-hidden="true" className="size-4 text-muted" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-h-72 min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lg outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex items-center gap-2 rounded px-2 py-1.5 outline-none data-highlighted:bg-sunken"
                >
                  <span aria-hidden="true" className="w-4">
                    <Base.ItemIndicator>
                      <Check className="size-4" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  )
}
