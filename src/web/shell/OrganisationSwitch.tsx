import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { auth } from "../api/auth.ts"
import { useSession } from "../session/session.ts"
import { Select } from "../ui/Select.tsx"
import { useNotify } from "../ui/Toasts.tsx"

/** The organisation whose money and keys the pages show. Another choice holds for every tab of this browser. */
export const OrganisationSwitch = () => {
  const { organisation, organisations } = useSession()
  const queries = useQueryClient()
  const router = useRouter()
  const notify = useNotify()
  const choose = useMutation({
    mutationFn: auth.chooseOrganisation,
    // Nothing of the other organisation stays on the screen.
    onSuccess: async () => {
      await queries.resetQueries()
      await router.invalidate()
    },
    onError: ({ message }) => notify("The organisation was not changed.", message),
  })
  if (organisation === null) return null
  if (organisations.length === 1) return <p className="truncate px-2 font-medium">{organisation.name}</p>
  return (
    <Select
      label="Organisation"
      isLabelHidden
      value={organisation.id}
      options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => choose.mutate(id)}
    />
  )
}
