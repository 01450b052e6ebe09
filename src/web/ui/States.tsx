import { Link, useLocation } from "@tanstack/react-router"
import { CircleAlert, LoaderCircle } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { ApiError } from "../api/client.ts"
import { type FixPage, fixOf, isEndedSession, personText } from "../format/personText.ts"
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

interface FailureProps {
  readonly error: Error
  readonly retry?: () => void
  /** Where to go from here. */
  readonly children?: ReactNode
}

/** A read that failed: the sentence of the gateway, and a button that tries again or another way on. */
export const Failure = ({ children, error, retry }: FailureProps) => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-5">
    <p className="flex items-start gap-2">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      {personText(error.message)}
    </p>
    {retry !== undefined && <Button onClick={retry}>Try again</Button>}
    {children}
  </div>
)

interface ProblemProps {
  readonly error: Error | null
  /** Sends what was refused again. It is offered where the session had ended: the person presses it, nothing is sent by itself. */
  readonly onRepeat?: () => void
}

/** A write that was refused: the sentence of the gateway, beside the form that sent it, and the page that fixes it. */
export const Problem = ({ error, onRepeat }: ProblemProps) =>
  error === null ? null : (
    <div role="alert" className="mt-3 rounded-md bg-danger-soft p-3 text-danger">
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{personText(error.message)}</span>
      </p>
      {error instanceof ApiError && <FixLink code={error.code} className="mt-2 ml-6" />}
      {onRepeat !== undefined && isEndedSession(error.message) && (
        <Button className="mt-2 ml-6 text-ink" onClick={onRepeat}>
          Send it again
        </Button>
      )}
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
  <>
    <title>There is no such page · Farthing</title>
    <h1 tabIndex={-1} className="sr-only">
      There is no such page
    </h1>
    <Empty title="There is no such page." action={<ListLink />}>
      The address may be mistyped, or the page was removed.
    </Empty>
  </>
)

/** The list that this address would be part of; elsewhere the overview. */
export const ListLink = () => {
  const { pathname } = useLocation()
  const { label, to } = lists.find(({ prefix }) => pathname.startsWith(prefix)) ?? { to: "/", label: "Go to the overview" }
  return (
    <Link to={to} className={buttonClass()}>
      {label}
    </Link>
  )
}

const lists = [
  { prefix: "/runs", to: "/ask", label: "See your runs" },
  { prefix: "/payments", to: "/payments", label: "See all payments" },
  { prefix: "/sources", to: "/sources", label: "See all sources" },
] as const
