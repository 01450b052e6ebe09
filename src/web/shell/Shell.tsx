import { useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useNavigate } from "@tanstack/react-router"
import { Suspense, useEffect, useRef } from "react"
import { sessionQuery } from "../session/session.ts"
import { Loading } from "../ui/States.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { Navigation } from "./Navigation.tsx"
import { PhoneNavigation } from "./PhoneNavigation.tsx"
import { Brand } from "./Brand.tsx"

/** Navigation at the left, at phone width in a drawer, and the page beside it. */
export const Shell = () => {
  const { pathname } = useLocation()
  useFocusOnHeading(pathname)
  const isSignedIn = useSignInWhenEnded()
  // Nothing of the page stays on the screen of a person who signed out.
  if (!isSignedIn) return <Loading label="Signing out" />
  return (
    <div className="mx-auto flex min-h-dvh max-w-[90rem] flex-col md:flex-row">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:rounded-md focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <header className="sticky top-0 z-20 flex items-center justify-between border-b border-line bg-surface px-4 py-2 md:hidden">
        <PhoneNavigation />
        <Brand />
        <AccountMenu isCompact />
      </header>
      <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-surface px-3 py-4 md:flex">
        <div className="px-2 pb-4">
          <Brand />
        </div>
        <Navigation />
        <div className="mt-auto">
          <AccountMenu />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none md:px-8 md:py-8">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

/** After a change of page, a screen reader begins at the new page's heading. The first view keeps the browser's own focus. */
const useFocusOnHeading = (pathname: string) => {
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const focus = () => {
      const heading = document.querySelector<HTMLElement>("#content h1")
      heading?.focus({ preventScroll: true })
      return heading !== null
    }
    if (focus()) return
    const observer = new MutationObserver(() => focus() && observer.disconnect())
    observer.observe(document.querySelector("#content")!, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [pathname])
}

/** The session may end while a page is open: signed out in another tab, expired, or withdrawn. */
const useSignInWhenEnded = () => {
  const { data: session } = useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" })
  const navigate = useNavigate()
  const { href } = useLocation()
  useEffect(() => {
    if (session === null) void navigate({ to: "/sign-in", search: { next: href }, replace: true })
  }, [session, navigate, href])
  return session != null
}
