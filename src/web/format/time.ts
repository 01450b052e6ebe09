import { gatewayNow } from "./gatewayClock.ts"

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  hour12: false,
})
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** All times are UTC, as limits and months are. */
export const formatDay = (iso: string): string => day.format(new Date(iso))
export const formatTime = (iso: string): string => `${moment.format(new Date(iso))} UTC`

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const

/** `2 hours ago`, `in 3 days`. */
export const formatRelative = (iso: string, now = gatewayNow()): string => {
  const seconds = (Date.parse(iso) - now) / 1000
  for (const [unit, length] of units) if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit)
  return "just now"
}
