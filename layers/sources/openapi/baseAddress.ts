import { Result } from "effect"
import { Unimportable } from "../../../domain/catalogue/Imported.ts"
import { sanitize } from "../../../domain/sanitize.ts"
import { type Document, type Json, listOf, memberOf, objectOf, textOf, textsOf } from "./Document.ts"

/**
 * The address that a document's operations are relative to: its first server, variables filled in by their defaults.
 * Whether it may be called at all is for the one who calls it to judge.
 */
export const serverAddress = (document: Document): Result.Result<string, Unimportable> => {
  const [server] = listOf(document, "servers")
  const url = server === undefined ? undefined : serverUrl(server)
  if (url !== undefined && readBaseAddress(url) !== undefined) return Result.succeed(url)
  const found = url === undefined ? "It names no server" : `Its server ${echo(url)} is no complete http(s) address`
  return Result.fail(new Unimportable({ message: `${found}: say where the API is.` }))
}

/** A server's address; undefined where it names none, or a variable without a default. */
export const serverUrl = (server: Json): string | undefined => {
  const variables = objectOf(server, "variables")
  const filled = textOf(server, "url")?.replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = memberOf(variables, name)
    return textOf(variable, "default") ?? textsOf(variable, "enum")[0] ?? written
  })
  return filled === undefined || /[{}]/.test(filled) ? undefined : filled.replace(/\/+$/, "")
}

export interface BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string
  /** "" or a path that begins with a slash and ends without one. */
  readonly path: string
}

/** Undefined for what is no http(s) address, or has a user, query or fragment. */
export const readBaseAddress = (url: string, relativeTo?: BaseAddress): BaseAddress | undefined => {
  const against = relativeTo && `${relativeTo.origin}${relativeTo.path}/`
  const parsed = URL.canParse(url, against) ? new URL(url, against) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") return undefined
  return { origin: parsed.origin, path: parsed.pathname.replace(/\/+$/, "") }
}
