import { useQueryErrorResetBoundary } from "@tanstack/react-query"
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import { Failure } from "../ui/States.tsx"

/** In place of a page whose reads failed. Its button reads again. */
export const PageFailure = ({ error, reset }: ErrorComponentProps) => {
  const queries = useQueryErrorResetBoundary()
  const router = useRouter()
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <>
      <title>This page could not be shown · Farthing</title>
      <h1 tabIndex={-1} className="sr-only">
        This page could not be shown
      </h1>
      <Failure error={error instanceof Error ? error : new Error(String(error))} retry={retry} />
    </>
  )
}
