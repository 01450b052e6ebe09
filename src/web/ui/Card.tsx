import type { ReactNode } from "react"

/** A page's heading with what one can do on it. */
export const PageHeader = ({
  title,
  children,
  actions,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) => (
  <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
    <title>{`${title} · Farthing`}</title>
    <div>
      <h1 tabIndex={-1}>{title}</h1>
      {children !== undefined && <p className="mt-1 max-w-prose text-muted">{children}</p>}
    </div>
    {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
  </div>
)

export const Card = ({
  id,
  title,
  aside,
  children,
  className = "",
}: {
  /** The part of an address behind `#` that leads here. */
  readonly id?: string
  readonly title?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}) => (
  <section id={id} className={`rounded-lg border border-line bg-surface p-4 sm:p-5 ${className}`}>
    {(title !== undefined || aside !== undefined) && (
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {title !== undefined && <h2>{title}</h2>}
        {aside}
      </div>
    )}
    {children}
  </section>
)
