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
  return <Failure error={error instanceof Error ? error : new Error(String(error))} retry={retry} />
}
