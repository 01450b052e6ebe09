const longest = 100

/** A caller's text made fit for a message: no control or invisible characters, well-formed, at most 100 characters. */
export const sanitize = (text: string): string => {
  const seen = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
  const characters = Array.from(seen)
  return characters.length > longest || text.length > longest * 4 ? `${characters.slice(0, longest - 1).join("")}…` : seen
}

/** `a, b and 3 more`: names for a message, at most 12 of them. */
export const listNames = (names: ReadonlyArray<string>): string =>
  names.length > 12 ? `${names.slice(0, 12).join(", ")} and ${names.length - 12} more` : names.join(", ")
