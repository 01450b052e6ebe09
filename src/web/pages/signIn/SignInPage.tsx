import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { PublicPage } from "../../ui/PublicPage.tsx"
import { SignInForm } from "./SignInForm.tsx"

const route = getRouteApi("/sign-in")

export const SignInPage = () => {
  const { next } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const goOn = async () => {
    // Another person may have used this tab before.
    queries.clear()
    router.history.replace(`/app${next ?? ""}`)
    await router.invalidate()
  }
  return (
    <PublicPage title="Sign in">
      <SignInForm onSignedIn={goOn} />
    </PublicPage>
  )
}
