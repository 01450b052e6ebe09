import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { post } from "../api/client.ts"
import { Button } from "../ui/Button.tsx"
import { Problem } from "../ui/States.tsx"
import { TextField } from "../ui/TextField.tsx"
import { linksQuery } from "./links.ts"

/** Links a marketplace or a publisher to the organisation by its secret key. The page forgets the key once it is sent. */
export const LinkForm = ({
  label,
  onLinked,
  prefix,
}: {
  readonly label: string
  readonly prefix: string
  readonly onLinked: () => void
}) => {
  const [key, setKey] = useState("")
  const queries = useQueryClient()
  const linking = useMutation({
    mutationFn: () => post("/v1/organisation/links", { key: key.trim() }),
    onSuccess: (links) => {
      setKey("")
      queries.setQueryData(linksQuery.queryKey, links)
      onLinked()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    linking.mutate()
  }
  return (
    <form onSubmit={submit} className="flex w-full max-w-md flex-col gap-3 text-left">
      <TextField
        label={label}
        hint="Only its hash is stored. What revokes the key ends the link."
        type="password"
        autoComplete="off"
        placeholder={`${prefix}…`}
        required
        value={key}
        onChange={setKey}
      />
      <Problem error={linking.error} />
      <div>
        <Button type="submit" look="primary" isPending={linking.isPending}>
          Link
        </Button>
      </div>
    </form>
  )
}
