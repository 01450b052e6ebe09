import { useMutation, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { auth } from "../../api/auth.ts"
import { Button } from "../../ui/Button.tsx"
import { PublicPage } from "../../ui/PublicPage.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"

const route = getRouteApi("/sign-in")

export const SignInPage = () => {
  const { next } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const signIn = useMutation({
    mutationFn: () => auth.signIn(email, password),
    onSuccess: async () => {
      // Another person may have used this tab before.
      queries.clear()
      router.history.replace(`/app${next ?? ""}`)
      await router.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <PublicPage title="Sign in">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField label="E-mail" type="email" name="email" autoComplete="username" required autoFocus value={email} onChange={setEmail} />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" look="primary" isPending={signIn.isPending}>
          Sign in
        </Button>
        <Problem error={signIn.error} />
        <p className="text-xs text-muted">
          No account yet? An owner or admin of your organisation invites you. Lost your password? Ask the operator of this gateway for a
          link.
        </p>
      </form>
    </PublicPage>
  )
}
