import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { patch, put, remove, type ResponseOf } from "../../api/client.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { useNotify } from "../../ui/Toasts.tsx"
import { organisationQuery } from "./queries.ts"

/** Where alerts and the notices of direct debits go: by mail, and signed to a URL. */
export const Notices = () => (
  <Card id="notices" title="Where alerts and notices go">
    <div className="flex flex-col gap-6 sm:max-w-md">
      <Email />
      <NoticeUrl />
    </div>
  </Card>
)

/** What becomes of alerts and notices with this address. */
const mailingText = ({ email, mail_server: hasServer }: ResponseOf<"GET", "/v1/organisation">) => {
  if (email === null) return "Nothing is mailed."
  return hasServer
    ? `Alerts and notices are mailed to ${email}.`
    : `The address is ${email}. This gateway has no mail server, so nothing is mailed to it.`
}

const Email = () => {
  const { data } = useSuspenseQuery(organisationQuery)
  const [email, setEmail] = useState(data.email ?? "")
  const queries = useQueryClient()
  const notify = useNotify()
  const saving = useMutation({
    mutationFn: () => patch("/v1/organisation", { email: email.trim() === "" ? null : email.trim() }),
    onSuccess: (organisation) => {
      queries.setQueryData(organisationQuery.queryKey, organisation)
      notify("Saved.", mailingText(organisation))
    },
  })
  return (
    <ActionForm
      action="Save the e-mail"
      fields={["email"]}
      error={saving.error}
      isPending={saving.isPending}
      onSubmit={() => saving.mutate()}
    >
      <TextField
        name="email"
        label="E-mail"
        type="email"
        maxLength={254}
        hint={
          data.mail_server
            ? "Empty: nothing is mailed."
            : "This gateway has no mail server: nothing is mailed until its operator sets one up."
        }
        value={email}
        onChange={setEmail}
      />
    </ActionForm>
  )
}

const NoticeUrl = () => {
  const { data } = useSuspenseQuery(organisationQuery)
  const [url, setUrl] = useState(data.notice_url ?? "")
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: organisationQuery.queryKey })
  const saving = useMutation({ mutationFn: () => put("/v1/organisation/notices", { url: url.trim() }), onSuccess: readAgain })
  const removing = useMutation({
    mutationFn: () => remove("/v1/organisation/notices"),
    onSuccess: () => {
      setUrl("")
      saving.reset()
      return readAgain()
    },
  })
  return (
    <ActionForm
      action="Save the URL"
      fields={["url"]}
      error={saving.error ?? removing.error}
      isPending={saving.isPending}
      onSubmit={() => saving.mutate()}
      buttons={
        data.notice_url !== null && (
          <Button isPending={removing.isPending} onClick={() => removing.mutate()}>
            Remove the URL
          </Button>
        )
      }
    >
      <TextField
        name="url"
        label="URL for notices"
        type="url"
        required
        maxLength={2_000}
        placeholder="https://shop.example/notices"
        hint="Alerts and notices are posted there, signed. Each save makes a new secret; the one before is not used any more."
        value={url}
        onChange={setUrl}
      />
      {saving.data !== undefined && <SecretOnce secret={saving.data.secret} name="the signing secret" stored="it is stored encrypted" />}
    </ActionForm>
  )
}
