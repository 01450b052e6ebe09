import { Plus, X } from "lucide-react"
import { Button } from "../../ui/Button.tsx"
import { inputClass } from "../../ui/TextField.tsx"

interface ListInputProps {
  readonly label: string
  readonly texts: ReadonlyArray<string>
  readonly onChange: (texts: ReadonlyArray<string>) => void
}

/** Texts, each in a line of its own that can be removed. */
export const ListInput = ({ label, onChange, texts }: ListInputProps) => (
  <div className="flex flex-col gap-2">
    {texts.map((text, i) => (
      <Line key={i} label={`${label} ${i + 1}`} onRemove={() => onChange(texts.filter((_, other) => other !== i))}>
        <Text label={`${label} ${i + 1}`} value={text} onChange={(next) => onChange(texts.with(i, next))} />
      </Line>
    ))}
    <Add label={label} onAdd={() => onChange([...texts, ""])} />
  </div>
)

interface MapInputProps {
  readonly label: string
  readonly pairs: ReadonlyArray<readonly [name: string, value: string]>
  readonly onChange: (pairs: ReadonlyArray<readonly [name: string, value: string]>) => void
}

/** Names with their values, each pair in a line of its own that can be removed. */
export const MapInput = ({ label, onChange, pairs }: MapInputProps) => (
  <div className="flex flex-col gap-2">
    {pairs.map(([name, value], i) => (
      <Line key={i} label={`${label} ${i + 1}`} onRemove={() => onChange(pairs.filter((_, other) => other !== i))}>
        <Text
          label={`Name of ${label} ${i + 1}`}
          placeholder="name"
          value={name}
          onChange={(next) => onChange(pairs.with(i, [next, value]))}
        />
        <Text
          label={`Value of ${label} ${i + 1}`}
          placeholder="value"
          value={value}
          onChange={(next) => onChange(pairs.with(i, [name, next]))}
        />
      </Line>
    ))}
    <Add label={label} onAdd={() => onChange([...pairs, ["", ""]])} />
  </div>
)

const Line = ({
  children,
  label,
  onRemove,
}: {
  readonly label: string
  readonly onRemove: () => void
  readonly children: React.ReactNode
}) => (
  <div className="flex items-center gap-2">
    {children}
    <Button look="quiet" aria-label={`Remove ${label}`} onClick={onRemove}>
      <X aria-hidden="true" className="size-4" />
    </Button>
  </div>
)

interface TextProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

const Text = ({ label, onChange, ...input }: TextProps) => (
  <input
    aria-label={label}
    className={`${inputClass} min-w-0`}
    spellCheck={false}
    autoComplete="off"
    onChange={({ target }) => onChange(target.value)}
    {...input}
  />
)

const Add = ({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) => (
  <div>
    <Button onClick={onAdd} aria-label={`Add to ${label}`}>
      <Plus aria-hidden="true" className="size-4" />
      Add
    </Button>
  </div>
)
