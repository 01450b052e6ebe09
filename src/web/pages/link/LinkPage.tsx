import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { auth } from "../../api/auth.ts"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { PublicPage } from "../../ui/PublicPage.tsx"
import { Failure, Loading, Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"

const titles = { setup: "Create the owner", password: "Choose a password", "sign-in": "Sign in" } as const

/** What a printed link does once: create the first owner, set a password, or sign in. */
export const LinkPage = () => {
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({ queryKey: ["link", token], queryFn: () => auth.readLink(token), retry: false, staleTime: Infinity })
  if (link.isPending) return <Loading label="Reading the link" />
  if (link.isError) {
    return (
      <PublicPage title="Link">
        <Failure error={link.error}>
          <Link to="/sign-in" className={buttonClass()}>
            Go to the sign-in page
          </Link>
        </Failure>
      </PublicPage>
    )
  }
  return <UseLink token={token} kind={link.data.kind} email={link.data.email} />
}

const UseLink = ({ token, kind, email }: { readonly token: string; readonly kind: keyof typeof titles; readonly email: string | null }) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [owner, setOwner] = useState({ organisation: "", name: "", email: "" })
  const [password, setPassword] = useState("")
  const use = useMutation({
    mutationFn: () => auth.useLink({ token, ...(kind !== "sign-in" && { password }), ...(kind === "setup" && { owner }) }),
    onSuccess: async () => {
      queries.clear()
      await navigate({ to: "/", replace: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    use.mutate()
  }
  const ownerField = (name: keyof typeof owner) => ({
    value: owner[name],
    onChange: (value: string) => setOwner({ ...owner, [name]: value }),
  })
  return (
    <PublicPage title={titles[kind]}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {kind === "setup" ? (
          <>
            <TextField label="Organisation" required maxLength={100} autoComplete="organization" {...ownerField("organisation")} />
            <TextField label="Your name" required maxLength={100} autoComplete="name" {...ownerField("name")} />
            <TextField label="E-mail" type="email" required autoComplete="username" {...ownerField("email")} />
          </>
        ) : (
          <p>
            This link is for <strong className="font-medium">{email}</strong> and works once.
          </p>
        )}
        {kind !== "sign-in" && (
          <TextField
            label="Password"
            type="password"
            required
            minLength={10}
            maxLength={128}
            autoComplete="new-password"
            hint="10 to 128 characters. A few words are easier to remember than signs."
            value={password}
            onChange={setPassword}
          />
        )}
        <Button type="submit" look="primary" isPending={use.isPending}>
          {kind === "sign-in" ? "Sign in" : "Save and sign in"}
        </Button>
        <Problem error={use.error} />
      </form>
    </PublicPage>
  )
}
