import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { auth } from "../../api/auth.ts"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"

interface SignInFormProps {
  /** The address of the person whose session has ended. */
  readonly email?: string
  readonly onSignedIn: (email: string) => Promise<unknown>
}

export const SignInForm = ({ email: known = "", onSignedIn }: SignInFormProps) => {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState("")
  const passwordField = useRef<HTMLInputElement>(null)
  const signIn = useMutation({
    mutationFn: () => auth.signIn(email, password),
    onSuccess: () => onSignedIn(email),
    // The button had the focus and was disabled meanwhile. The next key press replaces the refused password.
    onError: () => passwordField.current?.select(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={known === ""}
        value={email}
        onChange={setEmail}
      />
      <TextField
        ref={passwordField}
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ""}
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" look="primary" isPending={signIn.isPending}>
        Sign in
      </Button>
      <Problem error={signIn.error} />
      <p className="text-xs text-muted">
        No account yet? An owner or admin of your organisation invites you. Lost your password? Ask the operator of this gateway for a link.
      </p>
    </form>
  )
}
