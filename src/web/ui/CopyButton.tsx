import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { Button } from "./Button.tsx"
import { useNotify } from "./Toasts.tsx"

/** Copies a text. The button says for two seconds that it did; where the browser refuses, a message says so. */
export const CopyButton = ({
  text,
  label = "Copy",
  isIconOnly = false,
}: {
  readonly text: string
  readonly label?: string
  readonly isIconOnly?: boolean
}) => {
  const [isCopied, setCopied] = useState(false)
  const notify = useNotify()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify("The browser did not copy the text.", "Select it and copy it by hand."),
    )
  const Icon = isCopied ? Check : Copy
  return (
    <Button onClick={() => void copy()} look={isIconOnly ? "quiet" : "secondary"} className={isIconOnly ? "p-1.5!" : ""}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite" className={isIconOnly ? "sr-only" : ""}>
        {isCopied ? "Copied" : label}
      </span>
    </Button>
  )
}

/** A line for a shell, with a button that copies it. */
export const CopyLine = ({ text }: { readonly text: string }) => (
  <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2">
    <code tabIndex={0} className="min-w-0 flex-1 overflow-x-auto py-1.5 font-mono text-xs whitespace-pre">
      {text}
    </code>
    <CopyButton text={text} isIconOnly label="Copy the line" />
  </div>
)
