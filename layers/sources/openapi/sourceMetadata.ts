import type { Group, Source } from "../../../domain/catalogue/Source.ts"
import { logo } from "../logo.ts"
import type { BaseAddress } from "./baseAddress.ts"
import { type Document, listOf, memberOf, textOf } from "./Document.ts"
import { type GatewayExtension, readExtension } from "./Extension.ts"
import { shortText, titleOf } from "./names.ts"

/** What a document says about its API as a whole. */
export const sourceMetadata = (document: Document, id: string, base: BaseAddress): Omit<Source, "operations"> => {
  const info = memberOf(document, "info")
  const contact = memberOf(info, "contact")
  const said = readExtension([{ where: "The document", node: document }], () => undefined)
  const name = shortText(textOf(info, "title"), 80) || titleOf(id)
  const host = new URL(base.origin).hostname
  const provider = said.provider ?? (shortText(textOf(contact, "name"), 80) || host)
  const group = groupOf(said.group)
  return {
    id,
    name,
    provider,
    description: shortText(textOf(info, "description") ?? textOf(info, "summary"), 1_000) || name,
    category: said.category ?? "api",
    tags: said.tags ?? tagsOf(document),
    sectors: said.sectors ?? [],
    capabilities: said.capabilities ?? [],
    jurisdiction: said.jurisdiction ?? "unknown",
    attribution: said.attribution ?? attributionOf(document, name, provider),
    sourceUrl: [textOf(memberOf(document, "externalDocs"), "url"), textOf(contact, "url"), base.origin].find(isWebAddress) ?? base.origin,
    logoUrl: logo(letters(name), colours[id.length % colours.length] ?? "#1f6f54"),
    ...(group && { group }),
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
const tagsOf = (document: Document): ReadonlyArray<string> =>
  [...new Set(listOf(document, "tags").map((tag) => shortText(textOf(tag, "name"), 40).toLowerCase()))]
    .filter((tag) => tag !== "")
    .slice(0, maxTags)

/** Who made it, which version, and under what licence. */
const attributionOf = (document: Document, name: string, provider: string): string => {
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
