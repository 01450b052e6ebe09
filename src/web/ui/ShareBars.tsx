import type { ReactNode } from "react"

interface ShareBarsProps {
  /** `share` is between 0 and 1; `tone` warns where it nears its end. */
  readonly rows: ReadonlyArray<{
    readonly id: string
    readonly label: ReactNode
    readonly value: ReactNode
    readonly share: number
    readonly tone?: "warn" | "danger"
  }>
}

const fills = { warn: "bg-warn", danger: "bg-danger" } as const

/** Rows with a label, a value and a bar for its share. The text has all that the bar shows. */
export const ShareBars = ({ rows }: ShareBarsProps) => (
  <ul className="flex flex-col gap-3">
    {rows.map(({ id, label, share, tone, value }) => (
      <li key={id}>
        <div className="flex items-baseline justify-between gap-4">
          <span className="min-w-0 truncate">{label}</span>
          <span className="shrink-0 font-medium">{value}</span>
        </div>
        <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${tone === undefined ? "bg-accent" : fills[tone]}`}
            style={{ width: `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%` }}
          />
        </div>
      </li>
    ))}
  </ul>
)
