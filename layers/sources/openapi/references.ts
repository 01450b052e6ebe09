import { type Document, isObject, type Json, memberOf } from "./Document.ts"

const maxHops = 50

/**
 * What a node is, or what its reference leads to inside the document; `undefined` where it leads nowhere, out of the
 * document or round in a circle.
 */
export const followReferences = (document: Document, node: Json | undefined): Json | undefined => {
  let found = node
  for (let hops = 0; hops < maxHops; hops++) {
    const reference = memberOf(found, "$ref")
    if (typeof reference !== "string") return found
    found = resolvePointer(document, reference)
  }
  return undefined
}

const resolvedReferences = new WeakMap<Document, Map<string, Json | undefined>>()

/** What a reference of this document (`#/components/schemas/Pet`) points to. */
export const resolvePointer = (document: Document, reference: string): Json | undefined => {
  const found = resolvedReferences.get(document) ?? new Map<string, Json | undefined>()
  resolvedReferences.set(document, found)
  if (!found.has(reference)) found.set(reference, pointed(document, reference))
  return found.get(reference)
}

const pointed = (document: Document, reference: string): Json | undefined => {
  if (!reference.startsWith("#/")) return undefined
  let node: Json | undefined = document
  for (const token of reference.slice(2).split("/")) {
    const name = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~")
    node = Array.isArray(node) && /^\d{1,6}$/.test(name) ? node[Number(name)] : isObject(node) ? memberOf(node, name) : undefined
    if (node === undefined) return undefined
  }
  return node
}

const decoded = (token: string): string => {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
