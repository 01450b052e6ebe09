import { ApiError } from "./client.ts"

/** A browser without a network still reaches a gateway on the same machine, so the gateway is read once before a click is refused. */
const reachesGateway = async (): Promise<boolean> => {
  try {
    await fetch("/healthz", { cache: "no-store" })
    return true
  } catch {
    return false
  }
}

/**
 * Refuses an action at the click while the browser is offline. The status is 0, as that of a lost answer: a submission that was
 * sent before keeps its Idempotency-Key, so that the next press cannot pay twice.
 */
export const refuseOffline = async (): Promise<void> => {
  if (navigator.onLine || (await reachesGateway())) return
  throw new ApiError(0, "offline", "There is no connection. Nothing was sent, and nothing was charged. Try again once you are online.")
}
