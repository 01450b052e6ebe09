import { useRef } from "react"
import { ApiError } from "./client.ts"

/** Whether the gateway may have done the write although no answer says so. */
const isUncertain = (error: Error | null) => error instanceof ApiError && (error.status === 0 || error.status === 503)

/**
 * One submission of a form has one Idempotency-Key. It stays after a lost answer, so that the next press repeats the request, which
 * does nothing twice; another input, or an answer, begins another submission.
 */
export const useSubmission = () => {
  const current = useRef<{ readonly of: string; readonly key: string }>(undefined)
  return {
    headersFor: (input: unknown) => {
      const of = JSON.stringify(input)
      if (current.current?.of !== of) current.current = { of, key: crypto.randomUUID() }
      return { "idempotency-key": current.current.key }
    },
    settled: (error: Error | null) => {
      if (!isUncertain(error)) current.current = undefined
    },
  }
}
