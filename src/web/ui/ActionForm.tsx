import { Form } from "@base-ui/react/form"
import { type ReactNode, useMemo } from "react"
import { ApiError } from "../api/client.ts"
import { personText } from "../format/personText.ts"
import { Button } from "./Button.tsx"
import { Problem } from "./States.tsx"

interface ActionFormProps {
  readonly onSubmit: () => void
  /** Why the last submission was refused; null: it was not. */
  readonly error: Error | null
  readonly isPending: boolean
  /** What the button does. */
  readonly action: string
  readonly isDisabled?: boolean
  /** In a dialogue: closes it without submitting. */
  readonly onCancel?: () => void
  /** Names of the fields. A refusal that names one of them is shown at it, any other one above the buttons. */
  readonly fields?: ReadonlyArray<string>
  /** Further buttons beside the one that submits. */
  readonly buttons?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** Fields with the button that submits them. What a field refuses is shown at the field, and the first such field gets the focus. */
export const ActionForm = ({
  action,
  buttons,
  children,
  className = "",
  error,
  fields = [],
  isDisabled = false,
  isPending,
  onCancel,
  onSubmit,
}: ActionFormProps) => {
  const field = error instanceof ApiError && error.field !== undefined && fields.includes(error.field) ? error.field : undefined
  const errors = useMemo(() => (field === undefined ? {} : { [field]: personText(error!.message) }), [error, field])
  return (
    <Form
      className={`flex flex-col gap-4 ${className}`}
      errors={errors}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {field === undefined && <Problem error={error} />}
      <div className={`flex flex-wrap gap-2 ${onCancel === undefined ? "" : "justify-end"}`}>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" look="primary" isPending={isPending} disabled={isDisabled}>
          {action}
        </Button>
        {buttons}
      </div>
    </Form>
  )
}
