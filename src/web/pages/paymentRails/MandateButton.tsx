import { useMutation } from "@tanstack/react-query"
import { post } from "../../api/client.ts"
import { useSession } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/States.tsx"

/** Opens the page on which the mandate is given. It is not shown to a member, who may not bind the organisation. */
export const MandateButton = ({ children }: { readonly children: string }) => {
  const { mayManage } = useSession()
  const openPage = useMutation({
    mutationFn: () => {
      const back = `${location.origin}/app/rails`
      return post("/v1/me/sepa/mandate", { success_url: back, cancel_url: back })
    },
    onSuccess: ({ url }) => location.assign(url),
  })
  if (!mayManage) return <p className="mt-4 text-muted">Owners and admins set up and end the mandate.</p>
  return (
    <>
      <Button look="primary" className="mt-4" isPending={openPage.isPending || openPage.isSuccess} onClick={() => openPage.mutate()}>
        {children}
      </Button>
      <Problem error={openPage.error} />
    </>
  )
}
