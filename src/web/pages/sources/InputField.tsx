import { Select } from "../../ui/Select.tsx"
import { TextField } from "../../ui/TextField.tsx"
import type { FieldShape } from "./fields.ts"

interface InputFieldProps {
  readonly shape: FieldShape
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** One input of an operation, as its schema describes it. */
export const InputField = ({ onChange, problem, shape, value }: InputFieldProps) => {
  const { choices, field, hint, isRequired, kind, placeholder } = shape
  const label = isRequired ? field : `${field} (optional)`
  if (kind === "choice" || kind === "boolean") {
    const options = (kind === "boolean" ? ["true", "false"] : choices).map((choice) => ({ value: choice, label: choice }))
    return (
      <div className="flex flex-col gap-1">
        <Select
          label={label}
          value={value}
          options={[{ value: "", label: isRequired ? "Choose one" : "Not set" }, ...options]}
          onChange={onChange}
        />
        {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
        {problem !== undefined && <p className="text-xs text-danger">{problem}</p>}
      </div>
    )
  }
  return (
    <TextField
      label={label}
      hint={hint}
      problem={problem}
      value={value}
      onChange={onChange}
      placeholder={placeholder === "" ? undefined : `For instance ${placeholder}`}
      spellCheck={false}
      autoComplete="off"
      {...(kind === "number" && { inputMode: "decimal" })}
      {...(kind === "json" && { render: <textarea rows={3} />, className: "font-mono text-xs!" })}
    />
  )
}
