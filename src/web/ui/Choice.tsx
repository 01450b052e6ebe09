import { Toggle } from "@base-ui/react/toggle"
import { ToggleGroup } from "@base-ui/react/toggle-group"

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: ReadonlyArray<{ readonly value: V; readonly label: string }>
  readonly onChange: (value: V) => void
}

/** A few views of the same thing, of which one is shown. */
export const Choice = <V extends string>({ label, value, options, onChange }: ChoiceProps<V>) => (
  <ToggleGroup
    aria-label={label}
    value={[value]}
    onValueChange={([next]) => next !== undefined && onChange(next as V)}
    className="flex flex-wrap gap-0.5 rounded-md border border-line bg-sunken p-0.5"
  >
    {options.map((option) => (
      <Toggle
        key={option.value}
        value={option.value}
        className="rounded px-2.5 py-1 text-xs font-medium text-muted hover:text-ink data-pressed:bg-surface data-pressed:text-ink data-pressed:shadow-sm"
      >
        {option.label}
      </Toggle>
    ))}
  </ToggleGroup>
)
