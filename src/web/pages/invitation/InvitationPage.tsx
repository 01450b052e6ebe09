import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { auth } from "../../api/auth.ts"
import { sessionQuery } from "../../session/session.ts"
import { Button, buttonClass } from "../../ui/Button.tsx"
import { PublicPage } from "../../ui/PublicPage.tsx"
import { Failure, Loading, Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"

/** An invitation that an owner or admin sent as a link. The person signs in, or chooses a name and a password, and joins. */
export const InvitationPage = () => {
  const [id] = useState(() => location.hash.slice(1))
  const invitation = useQuery({ queryKey: ["invitation", id], queryFn: () => auth.readInvitation(id), retry: false, staleTime: Infinity })
  const session = useQuery(sessionQuery)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const isSignedIn = session.data != null && session.data.email === invitation.data?.email
  const join = useMutation({
    mutationFn: async () => {
      if (invitation.data?.has_account === false) await auth.joinByInvitation(id, name, password)
      else if (!isSignedIn) await auth.signIn(invitation.data!.email, password)
      await auth.acceptInvitation(id)
    },
    onSuccess: async () => {
      queries.clear()
      await navigate({ to: "/", replace: true })
    },
  })
  if (invitation.isPending || session.isPending) return <Loading label="Reading the invitation" />
  if (invitation.isError) {
    return (
      <PublicPage title="Invitation">
        <Failure error={invitation.error}>
          <Link to="/sign-in" className={buttonClass()}>
            Go to the sign-in page
          </Link>
        </Failure>
      </PublicPage>
    )
  }
  const { email, has_account: hasAccount, organisation, role } = invitation.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate()
  }
  return (
    <PublicPage title={`Join ${organisation}`}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p>
          {email} is invited as {role === "member" ? "a member" : `an ${role}`}.
        </p>
        {!hasAccount && <TextField label="Your name" required maxLength={100} autoComplete="name" value={name} onChange={setName} />}
        {!isSignedIn && (
          <TextField
            label="Password"
            type="password"
            required
            minLength={hasAccount ? 1 : 10}
            maxLength={128}
            autoComplete={hasAccount ? "current-password" : "new-password"}
            hint={hasAccount ? "The password of your account here." : "10 to 128 characters."}
            value={password}
            onChange={setPassword}
          />
        )}
        <Button type="submit" look="primary" isPending={join.isPending}>
          Join
        </Button>
        <Problem error={join.error} />
      </form>
    </PublicPage>
  )
}
