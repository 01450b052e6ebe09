import { Link } from "@tanstack/react-router"
import { Badge } from "../ui/Badge.tsx"

/** The name of the gateway, which leads to the overview. In a sandbox a badge says that no money is real: the server writes the mode into the page. */
export const Brand = () => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Link to="/" className="flex items-center gap-2 rounded-md text-base font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 text-accent">
        <circle cx="16" cy="16" r="15" fill="currentColor" />
        <path
          d="M12 24V9h9M12 16h7"
          fill="none"
          stroke="var(--color-on-accent)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Farthing
    </Link>
    {isSandbox() && <Badge>Sandbox: test money</Badge>}
  </div>
)

const isSandbox = () => document.querySelector<HTMLMetaElement>('meta[name="farthing-mode"]')?.content === "sandbox"
