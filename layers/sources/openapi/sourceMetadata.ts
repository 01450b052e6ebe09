import { Result } from "effect"
import type { Group, Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import { type OpenApiDocument, type Json, listOf, memberOf, objectOf, textOf, textsOf } from "./Document.ts"
import { type GatewayExtension, readExtension } from "./GatewayExtension.ts"
import { shortText, titleOf } from "./names.ts"
import { InvalidDocument } from "../../../domain/catalogue/ImportedSource.ts"
import { sanitize } from "../../../domain/sanitize.ts"

/** What a document says about its API as a whole. */
export const sourceMetadata = (document: OpenApiDocument, id: string, base: BaseAddress): Omit<Source, "operations"> => {
  const info = memberOf(document, "info")
  const contact = memberOf(info, "contact")
  const extension = readExtension([{ where: "The document", node: document }], () => undefined)
  const name = shortText(textOf(info, "title"), 80) || titleOf(id)
  const host = new URL(base.origin).hostname
  const provider = extension.provider ?? (shortText(textOf(contact, "name"), 80) || host)
  const group = groupOf(extension.group)
  return {
    id,
    name,
    provider,
    description: shortText(textOf(info, "description") ?? textOf(info, "summary"), 1_000) || name,
    category: extension.category ?? "api",
    tags: extension.tags ?? tagsOf(document),
    sectors: extension.sectors ?? [],
    capabilities: extension.capabilities ?? [],
    jurisdiction: extension.jurisdiction ?? "unknown",
    attribution: extension.attribution ?? attributionOf(document, name, provider),
    sourceUrl: [textOf(memberOf(document, "externalDocs"), "url"), textOf(contact, "url"), base.origin].find(isWebAddress) ?? base.origin,
    logoUrl: logo(letters(name), colours[id.length % colours.length] ?? "#1f6f54"),
    ...(group && { group }),
    ...(extension.gaps && { gaps: extension.gaps }),
  }
}

const groupOf = (group: GatewayExtension["group"]): Group | undefined => {
  if (group === undefined) return undefined
  const {
    id,
    name = titleOf(id),
    description = `Sources that answer the same questions: ${titleOf(id)}.`,
  } = typeof group === "string" ? { id: group } : group
  return { id, name, description }
}

const maxTags = 20
const tagsOf = (document: OpenApiDocument): ReadonlyArray<string> =>
  [...new Set(listOf(document, "tags").map((tag) => shortText(textOf(tag, "name"), 40).toLowerCase()))]
    .filter((tag) => tag !== "")
    .slice(0, maxTags)

/** The author of the document, its version and its licence. */
const attributionOf = (document: OpenApiDocument, name: string, provider: string): string => {
  const info = memberOf(document, "info")
  const licence = memberOf(info, "license")
  const version = shortText(textOf(info, "version"), 40)
  const terms = shortText(textOf(licence, "name") ?? textOf(licence, "identifier"), 80)
  return `${name}${version === "" ? "" : ` ${version}`} by ${provider}${terms === "" ? "" : ` (${terms})`}.`
}

const isWebAddress = (url: string | undefined): url is string => url !== undefined && /^https?:/.test(url) && URL.canParse(url)
const letters = (name: string): string =>
  (
    name
      .normalize("NFKD")
      .replace(/[^A-Za-z]/g, "")
      .slice(0, 2) || "AP"
  ).toUpperCase()
const colours = ["#1f6f54", "#7a3e9d", "#2457a6", "#a6492d", "#5c6b1e"]

/**
 * The address that a document's operations are relative to: its first server, variables filled in by their defaults.
 * Whether it may be called at all is for the one who calls it to judge.
 */
export const serverAddress = (document: OpenApiDocument): Result.Result<string, InvalidDocument> => {
  const [server] = listOf(document, "servers")
  const url = server === undefined ? undefined : serverUrl(server)
  if (url !== undefined && readBaseAddress(url) !== undefined) return Result.succeed(url)
  const problem = url === undefined ? "It names no server" : `Its server ${sanitize(url)} is no complete http(s) address`
  return Result.fail(new InvalidDocument({ message: `${problem}. State the address of the API.` }))
}

/** The address of a server; undefined if it has none, or a variable without a default. */
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

/** Undefined for text that is not an http(s) address, or has a user, query or fragment. */
export const readBaseAddress = (url: string, relativeTo?: BaseAddress): BaseAddress | undefined => {
  const against = relativeTo && `${relativeTo.origin}${relativeTo.path}/`
  const parsed = URL.canParse(url, against) ? new URL(url, against) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "") return undefined
  return { origin: parsed.origin, path: parsed.pathname.replace(/\/+$/, "") }
}
