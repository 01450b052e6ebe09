import { useEffect, useState } from "react"

/** The value once it has not changed for `ms`: typing asks the gateway once. */
export const useDebounced = <A>(value: A, ms: number): A => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
