import { Field } from "@base-ui/react/field"
import type { ComponentProps } from "react"

export const inputClass =
  "w-full rounded-md border border-line-strong bg-surface px-3 py-1.5 text-base sm:text-sm placeholder:text-muted data-invalid:border-danger"

interface TextFieldProps extends Omit<ComponentProps<typeof Field.Control>, "onChange"> {
  readonly label: string
  readonly hint?: string | undefined
  /** The name by which an `ActionForm` finds the field that a refusal names. */
  readonly name?: string
  /** The sentence of the gateway or of the form; undefined: the form and the browser judge the field. */
  readonly problem?: string | undefined
  readonly onChange?: (value: string) => void
}

/** A text input with its label, a hint and the sentence that says what is wrong with it. */
export const TextField = ({ label, hint, name, problem, onChange, className = "", ...control }: TextFieldProps) => (
  <Field.Root {...(name !== undefined && { name })} {...(problem !== undefined && { invalid: true })} className="flex flex-col gap-1">
    <Field.Label className="font-medium">{label}</Field.Label>
    <Field.Control className={`${inputClass} ${className}`} {...(onChange !== undefined && { onValueChange: onChange })} {...control} />
    {hint !== undefined && <Field.Description className="text-xs text-muted">{hint}</Field.Description>}
    {problem === undefined ? (
      <Mistake format={control.title} />
    ) : (
      <Field.Error match className="text-xs text-danger">
        {problem}
      </Field.Error>
    )}
  </Field.Root>
)

/** What the browser says is wrong. Of a format it says only that there is one: `format` describes it. */
const Mistake = ({ format }: { readonly format: string | undefined }) =>
  format === undefined ? (
    <Field.Error className="text-xs text-danger" />
  ) : (
    <>
      {otherMistakes.map((mistake) => (
        <Field.Error key={mistake} match={mistake} className="text-xs text-danger" />
      ))}
      <Field.Error match="patternMismatch" className="text-xs text-danger">
        {format}
      </Field.Error>
    </>
  )

const otherMistakes = [
  "badInput",
  "customError",
  "rangeOverflow",
  "rangeUnderflow",
  "stepMismatch",
  "tooLong",
  "tooShort",
  "typeMismatch",
  "valueMissing",
] as const
