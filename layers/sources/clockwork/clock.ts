import { isDaylightSaving, localText, namesAt, nextChange, offsetAt, offsetText } from "./localTime.ts"

/** What a clock in a zone shows at an instant. */
export const clockAt = (zone: string, instant: number) => {
  const offset = offsetAt(zone, instant)
  const { abbreviation, name } = namesAt(zone, instant)
  return {
    zone,
    zone_name: name,
    abbreviation,
    local: localText(instant, offset),
    utc: new Date(instant).toISOString().slice(0, 19) + "Z",
    utc_offset: offsetText(offset),
    utc_offset_minutes: offset / 60,
    daylight_saving: isDaylightSaving(zone, instant),
  }
}

/** When clocks are changed next, to which offset, and what they show then; null where no change is known within 13 months. */
export const changeAfter = (zone: string, instant: number) => {
  const change = nextChange(zone, instant)
  return (
    change && {
      utc: new Date(change.at).toISOString().slice(0, 19) + "Z",
      utc_offset: offsetText(change.offset),
      local: localText(change.at, change.offset),
    }
  )
}
