import { Link } from "@tanstack/react-router"
import { CircleAlert, LoaderCircle } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { ApiError } from "../api/client.ts"
import { type FixPage, fixOf, personText } from "../format/personText.ts"
import { useSession } from "../session/session.ts"
import { Button, buttonClass } from "./Button.tsx"

/** A read that takes longer than a moment. Nothing flickers where it is quick. */
export const Loading = ({ label = "Loading" }: { readonly label?: string }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className="flex min-h-40 items-center justify-center gap-2 text-muted">
      {isLate && <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />}
      <span className={isLate ? "" : "sr-only"}>{label}</span>
    </div>
  )
}

/** A read that failed: the sentence of the gateway, and a button that tries again. */
export const Failure = ({ error, retry }: { readonly error: Error; readonly retry?: () => void }) => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-5">
    <p className="flex items-start gap-2">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      {personText(error.message)}
    </p>
    {retry !== undefined && <Button onClick={retry}>Try again</Button>}
  </div>
)

/** A write that was refused: the sentence of the gateway, beside the form that sent it, and the page that fixes it. */
export const Problem = ({ error }: { readonly error: Error | null }) =>
  error === null ? null : (
    <div role="alert" className="mt-3 rounded-md bg-danger-soft p-3 text-danger">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{personText(error.message)}</span>
      </p>
      {error instanceof ApiError && <FixLink code={error.code} className="mt-2 ml-6" />}
    </div>
  )

/** The button that leads to where the cause is fixed; to a person who may not fix it, who may. */
export const FixLink = ({ className = "", code }: { readonly code: string; readonly className?: string }) => {
  const fix = fixOf(code)
  return fix === undefined ? null : <Fix page={fix} className={className} />
}

const Fix = ({ className, page: { hash, isReadable = false, label, to } }: { readonly page: FixPage; readonly className: string }) => {
  const { mayManage } = useSession()
  if (!mayManage && !isReadable) return <p className={`text-muted ${className}`}>Ask an owner or admin of your organisation.</p>
  return (
    <Link to={to} {...(hash !== undefined && { hash })} className={`${buttonClass()} text-ink ${className}`}>
      {label}
    </Link>
  )
}

/** A list without rows: why it is empty, and what to do first. */
export const Empty = ({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) => (
  <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line px-6 py-12 text-center">
    <p className="font-medium">{title}</p>
    {children !== undefined && <div className="max-w-prose text-muted">{children}</div>}
    {action !== undefined && <div className="mt-2">{action}</div>}
  </div>
)

export const NotFound = () => (
  <Empty
    title="There is no such page."
    action={
      <Link to="/" className={buttonClass()}>
        Go to the overview
      </Link>
    }
  >
    The address may be mistyped, or the page was removed.
  </Empty>
)
