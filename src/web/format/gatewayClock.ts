/** How far the gateway's clock is ahead of the browser's, in milliseconds: a sandbox's is moved, and that of a computer may be wrong. */
let ahead = 0
const listeners = new Set<() => void>()

/** The way of an answer takes time, so smaller differences say nothing. */
const toleranceMs = 5_000

/** Takes the time that an answer of the gateway states. */
export const noticeGatewayTime = (iso: string | null, now = Date.now()): void => {
  const measured = iso === null ? Number.NaN : Date.parse(iso) - now
  if (Number.isNaN(measured) || Math.abs(measured - ahead) < toleranceMs) return
  ahead = measured
  for (const listener of listeners) listener()
}

/** The gateway's time in milliseconds since 1970. */
export const gatewayNow = (): number => Date.now() + ahead
/** `2026-11-29`, in UTC. */
export const gatewayDay = (): string => new Date(gatewayNow()).toISOString().slice(0, 10)
/** `2026-11`, in UTC. */
export const gatewayMonth = (): string => gatewayDay().slice(0, 7)

/** Calls `listener` when the clock turns out to differ, and once at this time of the gateway. */
export const subscribeToClock = (iso: string, listener: () => void): (() => void) => {
  const wait = Date.parse(iso) - gatewayNow()
  const timer = wait > 0 && wait < 86_400_000 ? setTimeout(listener, wait + 50) : undefined
  listeners.add(listener)
  return () => {
    clearTimeout(timer)
    listeners.delete(listener)
  }
}
