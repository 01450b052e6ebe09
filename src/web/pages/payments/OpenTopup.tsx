import { useQuery } from "@tanstack/react-query"
import { buttonClass } from "../../ui/Button.tsx"
import { useSession } from "../../session/session.ts"
import { topupQuery } from "./queries.ts"

/** A top-up whose page was left before the card paid: its page is open until it expires. Owners and admins buy credits. */
export const OpenTopup = ({ id }: { readonly id: string }) => {
  const { mayManage } = useSession()
  const { data } = useQuery({ ...topupQuery(id), enabled: mayManage })
  return data?.url == null ? null : (
    <p className="mt-4">
      <a href={data.url} className={buttonClass("primary")}>
        Continue to the card
      </a>
    </p>
  )
}
