import { Fragment, type ReactNode } from "react"

/** Names with their values, one beside the other. A value of null is left out. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(8rem,auto)_1fr] sm:gap-y-2">
    {facts.map(([name, value]) =>
      value === null || value === undefined ? null : (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="mb-2 min-w-0 break-words sm:mb-0">{value}</dd>
        </Fragment>
      ),
    )}
  </dl>
)

/** An id, a hash or an address. */
export const Code = ({ children }: { readonly children: string | number }) => (
  <code className="font-mono text-xs break-all">{children}</code>
)
