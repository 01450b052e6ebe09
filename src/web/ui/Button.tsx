import { LoaderCircle } from "lucide-react"
import type { ButtonHTMLAttributes } from "react"

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line bg-surface hover:bg-sunken",
  danger: "bg-danger text-on-accent hover:opacity-90",
  quiet: "text-muted hover:bg-sunken hover:text-ink",
} as const

export const buttonClass = (look: keyof typeof looks = "secondary") =>
  `inline-flex items-center justify-center gap-2 rounded-md px-3 py-1.5 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-50 ${looks[look]}`

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  /** The work that the button began is not done: it cannot be pressed again. */
  readonly isPending?: boolean
}

export const Button = ({
  look = "secondary",
  isPending = false,
  className = "",
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    disabled={disabled === true || isPending}
    aria-busy={isPending || undefined}
    className={`${buttonClass(look)} ${className}`}
    {...rest}
  >
    {isPending && <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />}
    {children}
  </button>
)
