import { Checkbox } from "@base-ui/react/checkbox"
import { Check } from "lucide-react"
import type { ReactNode } from "react"

interface CheckboxFieldProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ReactNode
}

/** One box with its text. */
export const CheckboxField = ({ children, isChecked, onChange }: CheckboxFieldProps) => (
  <label className="flex items-start gap-2">
    <Checkbox.Root
      checked={isChecked}
      onCheckedChange={onChange}
      className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent"
    >
      <Checkbox.Indicator className="text-on-accent">
        <Check aria-hidden="true" className="size-3" strokeWidth={3} />
      </Checkbox.Indicator>
    </Checkbox.Root>
    <span>{children}</span>
  </label>
)
