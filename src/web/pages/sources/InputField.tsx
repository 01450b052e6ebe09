import { CheckboxField } from "../../ui/CheckboxField.tsx"
import { FieldGroup } from "../../ui/FieldGroup.tsx"
import { Select } from "../../ui/Select.tsx"
import { TextField } from "../../ui/TextField.tsx"
import type { FieldShape } from "./fields.ts"
import { ListInput, MapInput } from "./ListInput.tsx"
import type { Entries, Entry } from "./readInputs.ts"

interface InputFieldProps {
  readonly shape: FieldShape
  readonly entry: Entry | undefined
  /** The path of the field, by which its problem is found. */
  readonly at: string
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (entry: Entry) => void
}

/** One input of an operation, as its schema describes it. */
export const InputField = ({ at, entry, onChange, problems, shape }: InputFieldProps) => {
  const { choices, hint, isRequired, kind, members, placeholder } = shape
  const problem = problems[at]
  const label = isRequired ? shape.label : `${shape.label} (optional)`
  switch (kind) {
    case "object":
      return (
        <FieldGroup label={label} hint={hint} problem={problem}>
          <div className="flex flex-col gap-4 border-l-2 border-line pl-4">
            {members.map((member) => (
              <InputField
                key={member.field}
                shape={member}
                at={`${at}.${member.field}`}
                problems={problems}
                entry={((entry ?? {}) as Entries)[member.field]}
                onChange={(inner) => onChange({ ...((entry ?? {}) as Entries), [member.field]: inner })}
              />
            ))}
          </div>
        </FieldGroup>
      )
    case "choices": {
      const chosen = (entry ?? []) as ReadonlyArray<string>
      return (
        <FieldGroup label={label} hint={hint} problem={problem}>
          <div className="flex flex-wrap gap-x-5 gap-y-1.5">
            {choices.map((choice) => (
              <CheckboxField
                key={choice}
                isChecked={chosen.includes(choice)}
                onChange={(isChecked) => onChange(choices.filter((one) => (one === choice ? isChecked : chosen.includes(one))))}
              >
                {choice}
              </CheckboxField>
            ))}
          </div>
        </FieldGroup>
      )
    }
    case "list":
      return (
        <FieldGroup label={label} hint={hint} problem={problem}>
          <ListInput label={shape.label} texts={(entry ?? []) as ReadonlyArray<string>} onChange={onChange} />
        </FieldGroup>
      )
    case "map":
      return (
        <FieldGroup label={label} hint={hint} problem={problem}>
          <MapInput label={shape.label} pairs={(entry ?? []) as ReadonlyArray<readonly [string, string]>} onChange={onChange} />
        </FieldGroup>
      )
    case "choice":
    case "boolean": {
      const options =
        kind === "choice"
          ? choices.map((choice) => ({ value: choice, label: choice }))
          : [
              { value: "true", label: "yes" },
              { value: "false", label: "no" },
            ]
      return (
        <div className="flex flex-col gap-1">
          <Select
            label={label}
            value={String(entry ?? "")}
            options={[{ value: "", label: isRequired ? "Choose one" : "Not set" }, ...options]}
            onChange={onChange}
          />
          {hint !== undefined && <p className="text-xs text-muted">{hint}</p>}
          {problem !== undefined && <p className="text-xs text-danger">{problem}</p>}
        </div>
      )
    }
    default:
      return (
        <TextField
          label={label}
          hint={hint}
          problem={problem}
          value={String(entry ?? "")}
          onChange={onChange}
          placeholder={placeholder === "" ? undefined : `For instance ${placeholder}`}
          spellCheck={false}
          autoComplete="off"
          {...(kind === "number" && { inputMode: "decimal" })}
          {...(kind === "json" && { render: <textarea rows={3} />, className: "font-mono text-xs!" })}
        />
      )
  }
}
