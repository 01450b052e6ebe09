import { Checkbox } from "@base-ui/react/checkbox"
import { Check } from "lucide-react"

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
        <label key={scope} className="flex items-start gap-2">
          <Checkbox.Root
            checked={chosen.includes(scope)}
            onCheckedChange={(isChecked) =>
              onChange(scopes.map((one) => one.scope).filter((one) => (one === scope ? isChecked : chosen.includes(one))))
            }
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent"
          >
            <Checkbox.Indicator className="text-on-accent">
              <Check aria-hidden="true" className="size-3" strokeWidth={3} />
            </Checkbox.Indicator>
          </Checkbox.Root>
          <span>
            {text} <code className="font-mono text-xs text-muted">{scope}</code>
          </span>
        </label>
      ))}
    </div>
    {chosen.length === 0 && <p className="mt-1 text-xs text-danger">Choose at least one.</p>}
  </fieldset>
)
