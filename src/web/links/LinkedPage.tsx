import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { type ReactNode, Suspense, useState } from "react"
import { remove } from "../api/client.ts"
import { useSession } from "../session/session.ts"
import { Button } from "../ui/Button.tsx"
import { PageHeader } from "../ui/Card.tsx"
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx"
import { Modal } from "../ui/Modal.tsx"
import { Select } from "../ui/Select.tsx"
import { Empty, Loading } from "../ui/States.tsx"
import { LinkForm } from "./LinkForm.tsx"
import { type LinkedRow, linksQuery } from "./links.ts"

interface LinkedPageProps {
  readonly kind: LinkedRow["kind"]
  readonly title: string
  readonly description: string
  /** How an operator creates one. */
  readonly create: string
  readonly prefix: string
  /** The account of the address; undefined: the first one. */
  readonly account: string | undefined
  readonly onChoose: (account: string) => void
  readonly children: (account: string) => ReactNode
}

/** A page that works for a linked marketplace or publisher: it links one first, lets choose between several, and removes a link. */
export const LinkedPage = (props: LinkedPageProps) => {
  const { kind, title } = props
  const { mayManage } = useSession()
  if (mayManage) return <ManagedPage {...props} />
  return (
    <>
      <PageHeader title={title} />
      <Empty title="Owners and admins see this page.">Ask one of them to give you the role admin, if you work with this {kind}.</Empty>
    </>
  )
}

const ManagedPage = ({ account, children, create, description, kind, onChoose, prefix, title }: LinkedPageProps) => {
  const { data } = useSuspenseQuery(linksQuery)
  const [isLinking, setLinking] = useState(false)
  const links = data.links.filter((link) => link.kind === kind)
  const chosen = links.find((link) => link.account_id === account) ?? links[0]
  const form = <LinkForm label={`Secret key of the ${kind}`} prefix={prefix} onLinked={() => setLinking(false)} />
  if (chosen === undefined) {
    return (
      <>
        <PageHeader title={title}>{description}</PageHeader>
        <Empty title={`No ${kind} is linked yet.`} action={form}>
          The operator of this gateway creates it and gives you its key: <code className="font-mono text-xs">{create}</code>
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {links.length > 1 && (
              <Select
                label={`Choose the ${kind}`}
                isLabelHidden
                value={chosen.account_id}
                options={links.map(({ account_id: value, name }) => ({ value, label: name }))}
                onChange={onChoose}
              />
            )}
            <Button onClick={() => setLinking(true)}>Link a {kind}</Button>
            <Unlink link={chosen} />
          </>
        }
      >
        {description}
      </PageHeader>
      <Modal title={`Link a ${kind}`} isOpen={isLinking} onClose={() => setLinking(false)}>
        {form}
      </Modal>
      {chosen.active ? (
        <Suspense key={chosen.account_id} fallback={<Loading />}>
          {children(chosen.account_id)}
        </Suspense>
      ) : (
        <Empty title={`The key that linked ${chosen.name} was revoked or replaced.`} action={form}>
          Link it again with a new key.
        </Empty>
      )}
    </>
  )
}

const Unlink = ({ link }: { readonly link: LinkedRow }) => {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: () => remove("/v1/organisation/links/:id", undefined, { params: { id: link.account_id } }),
    onSuccess: (links) => {
      setOpen(false)
      queries.setQueryData(linksQuery.queryKey, links)
    },
  })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Remove the link
      </Button>
      <ConfirmDialog
        title={`Remove the link to ${link.name}`}
        action="Remove the link"
        isOpen={isOpen}
        isPending={removing.isPending}
        error={removing.error}
        onConfirm={() => removing.mutate()}
        onClose={() => setOpen(false)}
      >
        Owners and admins of this organisation no longer see it here. The {link.kind} and its key stay as they are.
      </ConfirmDialog>
    </>
  )
}
