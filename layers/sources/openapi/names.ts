const maxLength = 64

/** A name as a part of an id: letters, digits and underscores, in the case it came in. Undefined where nothing is left. */
export const idPart = (text: string | undefined): string | undefined => {
  const plain = (text ?? "")
    .slice(0, maxLength * 4)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .slice(0, maxLength)
    .replace(/^_+|_+$/g, "")
  return plain === "" ? undefined : plain
}

/** An id in words: `company_data` and `companyData` are "Company data". */
export const titleOf = (id: string): string => {
  const spaced = id
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Text of a document for a page: at most `most` characters, cut at a word, without control characters but line ends. */
export const shortText = (text: string | undefined, most: number): string => {
  const clean = (text ?? "")
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/[^\S\n]+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}](?<!\n)/gu, "")
    .trim()
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).replace(/\s+\S*$/u, "")}…`
}

/** The name, or the name with the first free number: `find`, `find_2`. Case is ignored. */
export const unusedName = (name: string, taken: Set<string>): string => {
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name}_${n}`
  taken.add(free.toLowerCase())
  return free
}
