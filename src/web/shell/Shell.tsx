import { useIsMutating, useQuery } from "@tanstack/react-query"
import { Outlet, useLocation, useRouter } from "@tanstack/react-router"
import { Suspense, useEffect, useState } from "react"
import { OpenSession, sessionQuery, useSession } from "../session/session.ts"
import { Empty, Loading } from "../ui/States.tsx"
import { AccountMenu, signOutKey } from "./AccountMenu.tsx"
import { Navigation } from "./Navigation.tsx"
import { PhoneNavigation } from "./PhoneNavigation.tsx"
import { Brand } from "./Brand.tsx"
import { SignInAgain } from "./SignInAgain.tsx"

/** Navigation at the left, at phone width in a drawer, and the page beside it. */
export const Shell = () => {
  const { pathname } = useLocation()
  useFocusOnHeading()
  // It may end while a page is open: expired, withdrawn, or signed out in another tab.
  const { data: session } = useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" })
  const open = useLast(session ?? null)
  const isLeaving = useIsMutating({ mutationKey: signOutKey }) > 0
  // Nothing of the page stays on the screen of a person who signed out.
  if (open === null || isLeaving) return <Loading label="Signing out" />
  return (
    <OpenSession value={open}>
      <Page pathname={pathname} />
      {session === null && <SignInAgain email={open.email} />}
    </OpenSession>
  )
}

/** The last value that was not null. */
const useLast = <A,>(value: A | null): A | null => {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

const Page = ({ pathname }: { readonly pathname: string }) => (
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
        <PageOrNone pathname={pathname} />
      </Suspense>
    </main>
  </div>
)

/** A person whom an owner removed keeps the account. Pages of the operators need no organisation. */
const PageOrNone = ({ pathname }: { readonly pathname: string }) => {
  const { isOperator, organisation } = useSession()
  if (organisation !== null || (isOperator && pathname.startsWith("/operators"))) return <Outlet />
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        No organisation
      </h1>
      <Empty title="You belong to no organisation.">
        Ask an owner or admin for an invitation, and open its link in this browser.
        {isOperator && " The pages of the operators are in the navigation."}
      </Empty>
    </>
  )
}

/** After a change of page, a screen reader begins at the new page's heading, once it is there. The first view keeps the browser's own focus. */
const useFocusOnHeading = () => {
  const router = useRouter()
  useEffect(() => {
    const heading = () => document.querySelector<HTMLElement>("#content h1")
    let observer: MutationObserver | undefined
    const unsubscribe = router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
      const content = document.querySelector("#content")
      if (content === null || fromLocation === undefined || !pathChanged) return
      const before = heading()
      observer?.disconnect()
      observer = new MutationObserver(() => {
        const now = heading()
        if (now === null || now === before) return
        observer?.disconnect()
        now.focus({ preventScroll: true })
      })
      observer.observe(content, { childList: true, subtree: true })
    })
    return () => {
      unsubscribe()
      observer?.disconnect()
    }
  }, [router])
}
