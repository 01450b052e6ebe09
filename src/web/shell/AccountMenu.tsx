import { Menu } from "@base-ui/react/menu"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { CircleUser, LockKeyhole, LogOut } from "lucide-react"
import { useState } from "react"
import { auth } from "../api/auth.ts"
import { sessionQuery, useSession } from "../session/session.ts"
import { useNotify } from "../ui/Toasts.tsx"
import { ChangePassword } from "./ChangePassword.tsx"
import { applyTheme, currentTheme, type Theme, themes } from "./theme.ts"

const item = "flex w-full items-center gap-2 rounded px-2 py-1.5 outline-none data-highlighted:bg-sunken"
const themeNames: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" }

export const signOutKey = ["sign-out"]

/** Who is signed in, the colour scheme of this browser, the own password, and signing out. */
export const AccountMenu = ({ isCompact = false }: { readonly isCompact?: boolean }) => {
  const { email, isOperator, name, organisation, role } = useSession()
  const [theme, setTheme] = useState(currentTheme)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const [isChanging, setChanging] = useState(false)
  const signOut = useMutation({
    mutationKey: signOutKey,
    mutationFn: auth.signOut,
    onSuccess: async () => {
      queries.setQueryData(sessionQuery.queryKey, null)
      await navigate({ to: "/sign-in" })
      queries.clear()
    },
    onError: ({ message }) => notify("You are still signed in.", message),
  })
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={`flex items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-sunken ${isCompact ? "" : "w-full"}`}>
          <CircleUser aria-hidden="true" className="size-5 shrink-0 text-muted" />
          {!isCompact && (
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{organisation === null && isOperator ? "operator" : role}</span>
            </span>
          )}
          <span className="sr-only">{`Account of ${email}`}</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="start" className="z-40">
            <Menu.Popup className="w-60 rounded-lg border border-line bg-raised p-1 shadow-lg outline-none">
              <p className="truncate px-2 py-1.5 text-muted">{email}</p>
              <Menu.Separator className="my-1 h-px bg-line" />
              <Menu.RadioGroup
                value={theme}
                onValueChange={(value: Theme) => {
                  applyTheme(value)
                  setTheme(value)
                }}
              >
                {themes.map((value) => (
                  <Menu.RadioItem key={value} value={value} className={item}>
                    <span aria-hidden="true" className="w-4">
                      <Menu.RadioItemIndicator>✓</Menu.RadioItemIndicator>
                    </span>
                    {themeNames[value]}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Separator className="my-1 h-px bg-line" />
              <Menu.Item className={item} onClick={() => setChanging(true)}>
                <LockKeyhole aria-hidden="true" className="size-4" />
                Change the password
              </Menu.Item>
              <Menu.Item className={item} onClick={() => signOut.mutate()}>
                <LogOut aria-hidden="true" className="size-4" />
                Sign out
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </>
  )
}
