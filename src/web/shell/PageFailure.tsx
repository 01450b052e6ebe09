import { useQueryErrorResetBoundary } from "@tanstack/react-query"
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import { ApiError } from "../api/client.ts"
import { Failure, ListLink } from "../ui/States.tsx"

/** In place of a page whose reads failed. Its button reads again; where nothing has this address, it leads to the list. */
export const PageFailure = ({ error, reset }: ErrorComponentProps) => {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  const isMissing = error instanceof ApiError && error.status === 404
  const title = isMissing ? "Nothing is at this address" : "This page could not be shown"
  return (
    <>
      <title>{`${title} · Farthing`}</title>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <Failure error={error instanceof Error ? error : new Error(String(error))} {...(!isMissing && { retry })}>
        {isMissing && <ListLink />}
      </Failure>
    </>
  )
}
