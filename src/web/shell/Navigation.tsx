import { type AnyRoute, Link, useRouter } from "@tanstack/react-router"
import { useSession } from "../session/session.ts"
import { OrganisationSwitch } from "./OrganisationSwitch.tsx"

/** The pages that have a place in the navigation, in their order. `onNavigate` closes the drawer of a phone. */
export const Navigation = ({ onNavigate }: { readonly onNavigate?: () => void }) => {
  const session = useSession()
  const { routesById } = useRouter()
  const entries = Object.values<AnyRoute>(routesById)
    .flatMap(({ fullPath, options }) => {
      const entry = options.staticData?.navigation
      if (session.organisation === null && entry?.isForOperators !== true) return []
      return entry === undefined || entry.isVisible?.(session) === false ? [] : [{ ...entry, to: fullPath as string }]
    })
    .sort((a, b) => a.order - b.order)
  return (
    <div className="flex flex-col gap-4">
      <OrganisationSwitch />
      <nav aria-label="Pages">
        <ul className="flex flex-col gap-0.5">
          {entries.map(({ icon: Icon, label, to }) => (
            <li key={to}>
              <Link
                to={to as "/"}
                activeOptions={{ exact: to === "/", includeSearch: false }}
                className="flex items-center gap-2.5 rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink"
                activeProps={{ className: "bg-accent-soft font-medium text-accent-strong! hover:bg-accent-soft" }}
                {...(onNavigate !== undefined && { onClick: onNavigate })}
              >
                <Icon aria-hidden="true" className="size-4 shrink-0" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
