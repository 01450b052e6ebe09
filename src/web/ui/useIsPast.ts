import { useCallback, useSyncExternalStore } from "react"
import { gatewayNow, subscribeToClock } from "../format/gatewayClock.ts"

/** Whether this time has passed by the gateway's clock; null never does. The component is shown again when it passes. */
export const useIsPast = (iso: string | null): boolean =>
  useSyncExternalStore(
    useCallback((listener) => (iso === null ? () => undefined : subscribeToClock(iso, listener)), [iso]),
    () => iso !== null && Date.parse(iso) <= gatewayNow(),
  )
