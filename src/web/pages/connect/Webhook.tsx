import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useState } from "react"
import { post, put, type ResponseOf } from "../../api/client.ts"
import { formatTime } from "../../format/time.ts"
import { asAccount } from "../../links/links.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { eventsKey, webhookQuery } from "./queries.ts"

type RotatedWebhook = ResponseOf<"POST", "/v1/marketplaces/me/webhook/rotate-secret">

export const Webhook = ({ account }: { readonly account: string }) => {
  const { data } = useSuspenseQuery(webhookQuery(account))
  const queries = useQueryClient()
  const [url, setUrl] = useState(data.url ?? "")
  const [secret, setSecret] = useState<string>()
  const keep = ({ secret: shown, ...webhook }: RotatedWebhook) => {
    queries.setQueryData(webhookQuery(account).queryKey, webhook)
    if (shown !== undefined) setSecret(shown)
  }
  const saving = useMutation({
    mutationFn: () => put("/v1/marketplaces/me/webhook", { url: url.trim() === "" ? null : url.trim() }, asAccount(account)),
    onSuccess: keep,
  })
  const testing = useMutation({
    mutationFn: () => post("/v1/marketplaces/me/webhook/test", undefined, asAccount(account)),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey(account) }),
  })
  return (
    <Card
      title="Webhook"
      aside={data.has_secret ? <Badge tone="ok">signed with its own secret</Badge> : <Badge tone="warn">no secret of its own</Badge>}
    >
      <ActionForm
        action="Save"
        fields={["url"]}
        error={saving.error}
        isPending={saving.isPending}
        isDisabled={url.trim() === (data.url ?? "")}
        onSubmit={() => saving.mutate()}
        buttons={
          <>
            <Rotate account={account} onRotated={keep} />
            <Button isPending={testing.isPending} disabled={data.url === null} onClick={() => testing.mutate()}>
              Send a test event
            </Button>
          </>
        }
      >
        <TextField
          name="url"
          label="URL"
          type="url"
          placeholder="https://shop.example.com/farthing-events"
          hint="For events of later checkouts. A checkout keeps the URL that it was created with. Empty: no events are sent."
          value={url}
          onChange={setUrl}
        />
      </ActionForm>
      <Problem error={testing.error} />
      <div role="status">
        {testing.data !== undefined && (
          <p className="mt-3">
            <Badge tone={testing.data.status === "delivered" ? "ok" : "danger"}>{testing.data.status}</Badge>{" "}
            {testing.data.http_status !== null && `Your server answered ${testing.data.http_status}. `}
            {testing.data.reason}
          </p>
        )}
      </div>
      {data.new_secret_signs_from !== null && (
        <p className="mt-3 text-muted">
          The new secret signs from {formatTime(data.new_secret_signs_from)} on. Until then the one before it signs.
        </p>
      )}
      <Modal title="The secret that signs your events" isShownOnce isOpen={secret !== undefined} onClose={() => setSecret(undefined)}>
        {secret !== undefined && (
          <SecretOnce secret={secret} name="the webhook secret" stored="it is stored encrypted" onStored={() => setSecret(undefined)} />
        )}
      </Modal>
    </Card>
  )
}

const overlaps = [
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
  { value: "1", label: "1 hour" },
  { value: "0", label: "None: the old secret ends at once" },
] as const

const Rotate = ({ account, onRotated }: { readonly account: string; readonly onRotated: (webhook: RotatedWebhook) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const [hours, setHours] = useState<(typeof overlaps)[number]["value"]>("24")
  const rotating = useMutation({
    mutationFn: () => post("/v1/marketplaces/me/webhook/rotate-secret", { overlap_hours: Number(hours) }, asAccount(account)),
    onSuccess: (webhook) => {
      setOpen(false)
      onRotated(webhook)
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rotate the secret</Button>
      <Modal
        title="Rotate the secret"
        description="Your server accepts both secrets during the overlap. The old one signs until it is over, then the new one does."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <div className="flex flex-col gap-4">
          <Select label="Overlap" value={hours} options={overlaps} onChange={setHours} />
          <Problem error={rotating.error} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button look="primary" isPending={rotating.isPending} onClick={() => rotating.mutate()}>
              Make a new secret
            </Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
