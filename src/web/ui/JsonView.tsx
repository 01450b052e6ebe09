import { type Ref, useEffect, useRef } from "react"
import { CopyButton } from "./CopyButton.tsx"

interface JsonViewProps {
  readonly label: string
  readonly value: unknown
  /** A JSON pointer to the place that is marked and scrolled to. */
  readonly pointer?: string | undefined
}

/** A document as indented JSON with a button that copies it. It is text: nothing in it runs. */
export const JsonView = ({ label, pointer, value }: JsonViewProps) => {
  const marked = useRef<HTMLElement>(null)
  useEffect(() => {
    void marked.current?.scrollIntoView({ block: "center" })
  }, [pointer])
  return (
    <div className="relative">
      <div className="absolute top-2 right-2">
        <CopyButton text={JSON.stringify(value, null, 2)} label={`Copy ${label}`} isIconOnly />
      </div>
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md border border-line bg-sunken p-3 pr-12"
      >
        <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          <Value value={value} at="" pointer={pointer} depth={0} mark={marked} />
        </pre>
      </div>
    </div>
  )
}

interface ValueProps {
  readonly value: unknown
  readonly at: string
  readonly pointer: string | undefined
  readonly depth: number
  readonly mark: Ref<HTMLElement>
}

const escaped = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1")

const Value = ({ at, depth, mark, pointer, value }: ValueProps) => {
  const shown =
    typeof value === "object" && value !== null ? (
      <Members value={value} at={at} pointer={pointer} depth={depth} mark={mark} />
    ) : (
      <span className={typeof value === "string" ? "text-accent-strong" : "text-warn"}>{JSON.stringify(value)}</span>
    )
  if (pointer !== at || at === "") return shown
  return (
    <mark ref={mark} className="rounded bg-accent-soft text-ink outline-2 outline-accent">
      {shown}
    </mark>
  )
}

const Members = ({ depth, value, ...rest }: ValueProps & { readonly value: object }) => {
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const [open, close] = isList ? ["[", "]"] : ["{", "}"]
  if (members.length === 0) return `${open}${close}`
  return (
    <>
      {open}
      {members.map(([name, member], i) => (
        <span key={name}>
          {`\n${"  ".repeat(depth + 1)}`}
          {!isList && <span className="text-muted">{`${JSON.stringify(name)}: `}</span>}
          <Value {...rest} value={member} at={`${rest.at}/${escaped(name)}`} depth={depth + 1} />
          {i < members.length - 1 && ","}
        </span>
      ))}
      {`\n${"  ".repeat(depth)}${close}`}
    </>
  )
}
