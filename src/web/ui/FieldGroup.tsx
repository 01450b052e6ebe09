import { Fieldset } from "@base-ui/react/fieldset"
import type { ReactNode } from "react"

interface FieldGroupProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** Several inputs under one name, with a hint and the sentence that states what is wrong with them. */
export const FieldGroup = ({ children, hint, label, problem }: FieldGroupProps) => (
  <Fieldset.Root className="flex min-w-0 flex-col gap-1">
    <Fieldset.Legend className="mb-1 font-medium">{label}</Fieldset.Legend>
    {children}
    {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
    {problem !== undefined && <p className="text-xs text-danger">{problem}</p>}
  </Fieldset.Root>
)
