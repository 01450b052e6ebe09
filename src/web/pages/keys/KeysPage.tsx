import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { useState } from "react"
import { useSession } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { PageHeader } from "../../ui/Card.tsx"
import { Choice } from "../../ui/Choice.tsx"
import { Empty } from "../../ui/States.tsx"
import { ChangeLimits } from "./ChangeLimits.tsx"
import { CreateKey } from "./CreateKey.tsx"
import { KeyTable } from "./KeyTable.tsx"
import { keysQuery } from "./queries.ts"

export const KeysPage = () => {
  const { mayManage } = useSession()
  return mayManage ? (
    <Keys />
  ) : (
    <>
      <PageHeader title="Keys" />
      <Empty title="Keys are for owners and admins.">
        Ask one of them for a key, or for another role. Your own calls on these pages need no key.
      </Empty>
    </>
  )
}

const route = getRouteApi("/shell/keys")

const Keys = () => {
  const { limits, show } = route.useSearch()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(keysQuery)
  const [isCreating, setCreating] = useState(false)
  const shown = show === "all" ? data.keys : data.keys.filter(({ status }) => status === "active")
  const limited = data.keys.find(({ key_id: id, status }) => id === limits && status === "active")
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Create a key
    </Button>
  )
  return (
    <>
      <PageHeader title="Keys" actions={create}>
        A key lets a program spend the organisation's money, within its scopes and limits. Use one for each environment.
      </PageHeader>
      <div className="mb-3 flex justify-end">
        <Choice
          label="Keys to show"
          value={show ?? "active"}
          options={[
            { value: "active", label: "Active" },
            { value: "all", label: "All" },
          ]}
          onChange={(value) => void navigate({ to: "/keys", search: value === "all" ? { show: value } : {}, replace: true })}
        />
      </div>
      <KeyTable
        keys={shown}
        empty={
          <Empty title="There is no active key." action={create}>
            A program sends a key with each request. Without one nothing can be bought from outside of these pages.
          </Empty>
        }
      />
      {limited !== undefined && (
        <ChangeLimits
          apiKey={limited}
          onClose={() => void navigate({ to: "/keys", search: show === undefined ? {} : { show }, replace: true })}
        />
      )}
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
