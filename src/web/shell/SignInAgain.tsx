import { Dialog } from "@base-ui/react/dialog"
import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { SignInForm } from "../pages/signIn/SignInForm.tsx"
import { sessionQuery } from "../session/session.ts"
import { Brand } from "./Brand.tsx"

/** Covers the page whose session has ended. The page stays behind it with what was filled in, for the same person. */
export const SignInAgain = ({ email }: { readonly email: string }) => {
  const queries = useQueryClient()
  const router = useRouter()
  const goOn = async (signedIn: string) => {
    if (signedIn.trim().toLowerCase() !== email) {
      // Nothing of the other person's page stays in this tab.
      location.replace("/app/")
      return
    }
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await router.invalidate()
    await queries.invalidateQueries()
  }
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-60 overflow-y-auto bg-canvas outline-none">
          <div className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-6 px-4 py-10">
            <Brand />
            <div className="rounded-xl border border-line bg-surface p-6">
              <Dialog.Title render={<h1 />}>Sign in</Dialog.Title>
              <Dialog.Description className="mt-1 mb-4 text-muted">
                Your session has ended. Sign in again: what you filled in is kept.
              </Dialog.Description>
              <SignInForm email={email} onSignedIn={goOn} />
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
