import { CheckboxField } from "../../ui/CheckboxField.tsx"

const scopes = [
  { scope: "sources:read", text: "Browse sources and prices" },
  { scope: "sources:execute", text: "Buy calls of sources and listed APIs" },
  { scope: "ask:create", text: "Plan questions, which is free" },
  { scope: "ask:execute", text: "Run plans, which spends money" },
  { scope: "billing:read", text: "Read balance, spending and payments" },
  { scope: "payments:settle", text: "Settle payments of other servers with this gateway's gas" },
  { scope: "organisation:manage", text: "Change settings, and create and revoke keys" },
] as const

/** What most programs need: everything but managing the organisation. */
export const defaultScopes: ReadonlyArray<string> = ["sources:read", "sources:execute", "ask:create", "ask:execute", "billing:read"]

interface ScopeFieldsProps {
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (scopes: ReadonlyArray<string>) => void
}

export const ScopeFields = ({ chosen, onChange }: ScopeFieldsProps) => (
  <fieldset>
    <legend className="mb-1 font-medium">Scopes</legend>
    <div className="flex flex-col gap-1.5">
      {scopes.map(({ scope, text }) => (
        <CheckboxField
          key={scope}
          isChecked={chosen.includes(scope)}
          onChange={(isChecked) =>
            onChange(scopes.map((one) => one.scope).filter((one) => (one === scope ? isChecked : chosen.includes(one))))
          }
        >
          {text} <code className="font-mono text-xs text-muted">{scope}</code>
        </CheckboxField>
      ))}
    </div>
    {chosen.length === 0 && <p className="mt-1 text-xs text-danger">Choose at least one.</p>}
  </fieldset>
)
