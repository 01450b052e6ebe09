import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useId, useState } from "react"
import { post } from "../../api/client.ts"
import { asAccount } from "../../links/links.ts"
import { ActionForm } from "../../ui/ActionForm.tsx"
import { Button } from "../../ui/Button.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { Operations } from "./Operations.tsx"
import { publisherKey } from "./queries.ts"

interface ImportDialogProps {
  readonly account: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Reads an OpenAPI file, shows what it would sell at which prices, and saves it, paused, after that. */
export const ImportDialog = ({ account, isOpen, onClose }: ImportDialogProps) => {
  const [slug, setSlug] = useState("")
  const [document, setDocument] = useState("")
  const [origin, setOrigin] = useState("")
  const [price, setPrice] = useState("")
  const [sign, setSign] = useState(false)
  const queries = useQueryClient()
  const fileId = useId()
  const order = () => ({
    slug: slug.trim(),
    document,
    sign,
    ...(origin.trim() !== "" && { origin: origin.trim() }),
    ...(price.trim() !== "" && { price_micro_usd: Math.round(Number(price) * 1e6) }),
  })
  const previewing = useMutation({
    mutationFn: () => post("/v1/publishers/me/listings/preview", order(), asAccount(account)),
  })
  const saving = useMutation({
    mutationFn: () => post("/v1/publishers/me/listings", order(), asAccount(account)),
    onSuccess: async ({ signing_secret: secret }) => {
      await queries.invalidateQueries({ queryKey: publisherKey(account) })
      if (secret === undefined) close()
    },
  })
  const close = () => {
    onClose()
    previewing.reset()
    saving.reset()
  }
  const submit = () => {
    saving.reset()
    previewing.mutate()
  }
  const secret = saving.data?.signing_secret
  const preview = previewing.data
  return (
    <Modal title="Import an API" isOpen={isOpen} isShownOnce={secret !== undefined} onClose={close}>
      {secret !== undefined ? (
        <div className="flex flex-col gap-4">
          <p>The API is saved. It is sold once an operator resumes it.</p>
          <SecretOnce secret={secret} name="the signing secret" stored="it is stored encrypted" onStored={close} />
        </div>
      ) : preview === undefined ? (
        <ActionForm
          action="Show what it would sell"
          fields={["slug", "origin"]}
          error={previewing.error}
          isPending={previewing.isPending}
          isDisabled={document === ""}
          onSubmit={submit}
        >
          <div className="flex flex-col gap-1">
            <label htmlFor={fileId} className="font-medium">
              OpenAPI file
            </label>
            <input
              id={fileId}
              type="file"
              // After Back the file is still read, though the browser shows an empty field.
              required={document === ""}
              accept=".json,.yaml,.yml,application/json"
              className="w-full text-sm file:mr-3 file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:py-1.5 file:text-ink"
              onChange={(event) => void event.target.files?.[0]?.text().then(setDocument)}
            />
            <p className="text-xs text-muted">OpenAPI 2.0 to 3.1, JSON or YAML. A price is x-gateway.price_micro_usd of an operation.</p>
          </div>
          <TextField
            name="slug"
            label="Path"
            hint="The API is sold under /path. An import under the path of a listing of yours replaces it, for instance to change its prices: nothing is sold there until an operator resumes it."
            required
            maxLength={63}
            value={slug}
            onChange={setSlug}
          />
          <TextField
            name="origin"
            label="Address of the API"
            hint="Empty: the first server of the document."
            type="url"
            value={origin}
            onChange={setOrigin}
          />
          <TextField
            label="Price of a call, in USD"
            hint="Of the operations that have no price in the file. Empty: these are not sold."
            type="number"
            min="0"
            max="1000"
            step="0.000001"
            inputMode="decimal"
            value={price}
            onChange={setPrice}
          />
          <label className="flex items-start gap-2">
            <input type="checkbox" className="mt-1" checked={sign} onChange={(event) => setSign(event.target.checked)} />
            <span>Sign what is sent to the API, with a new secret that is shown once</span>
          </label>
        </ActionForm>
      ) : (
        <div className="flex flex-col gap-4">
          <p>
            <span className="font-medium">{preview.name}</span> under <code className="font-mono text-xs">/{preview.slug}</code> at{" "}
            {preview.origin}, paid to {preview.payee}. Nothing is saved yet.
          </p>
          <Operations caption="Operations and prices" endpoints={preview.endpoints} />
          {preview.notes.length > 0 && (
            <details>
              <summary className="cursor-pointer">What is left out ({preview.notes.length})</summary>
              <ul className="mt-1 list-disc pl-5 text-muted">
                {preview.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </details>
          )}
          <p className="text-muted">It is saved paused: an operator of this gateway looks at it and resumes it.</p>
          <Problem error={saving.error} />
          <div className="flex justify-end gap-2">
            <Button onClick={() => previewing.reset()}>Back</Button>
            <Button look="primary" isPending={saving.isPending} onClick={() => saving.mutate()}>
              Save
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
