/** `public_holiday` or `publicHoliday` as `Public holiday`. */
export const nameText = (member: string): string => {
  const words = member
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.-]+/g, " ")
    .trim()
  return words === "" ? member : words[0]!.toUpperCase() + words.slice(1).toLowerCase()
}

/** A value that is neither a list nor an object. */
export const scalarText = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "boolean") return value ? "yes" : "no"
  return String(value)
}

export const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null

/** A name as a part of a JSON pointer. */
export const pointerPart = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1")

const parts = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))

/** A place in a document, in words: `/calendar/holidays/0/name` is `Holidays 1, name`. The last two names are enough. */
export const placeText = (pointer: string): string => {
  const named: Array<string> = []
  for (const part of parts(pointer)) {
    if (/^\d+$/.test(part) && named.length > 0) named.push(`${named.pop()} ${Number(part) + 1}`)
    else named.push(nameText(part))
  }
  const [first = "", ...rest] = named.slice(-2)
  return [first, ...rest.map((name) => name.toLowerCase())].join(", ")
}
