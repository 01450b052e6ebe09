import { areasUnder, nameOfPrefix } from "../telecom/prefixNames.ts"
import { countriesOfCallingCode } from "./callingCodes.ts"

/** Assignable to JSON, which an interface is not. */
export type AreaOfCode = {
  /** The one area of the code, after libphonenumber: Manitoba for `+1204`, Umeå for `+4690`; null where it has several or none. */
  readonly area: string | null
  /** The areas of a code that has several, the one with the largest number of prefixes first: Sydney, Newcastle and others for `+612`. */
  readonly areas: ReadonlyArray<string>
  /** Whether there are digits behind the calling code. */
  readonly has_area_code: boolean
}

export const noArea: AreaOfCode = { area: null, areas: [], has_area_code: false }

const maxAreas = 100

/** What libphonenumber's tables name under the digits behind a calling code: `+441534` has them behind 44. */
export const areaOfCode = (code: string): AreaOfCode => {
  const digits = code.slice(1)
  const calling = [1, 2, 3].map((length) => digits.slice(0, length)).find((start) => countriesOfCallingCode(`+${start}`).length > 0)
  if (calling === undefined || calling === digits) return noArea
  const area = nameOfPrefix("geocodes", calling, digits.slice(calling.length))
  const areas = area === null ? areasUnder(calling, digits.slice(calling.length)) : []
  const [only = null, other] = areas
  return other === undefined
    ? { area: area ?? only, areas: [], has_area_code: true }
    : { area: null, areas: areas.slice(0, maxAreas), has_area_code: true }
}
