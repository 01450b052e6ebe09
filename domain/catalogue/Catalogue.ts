import { Context, type Effect } from "effect"
import { Refusal } from "../Refusal.ts"
import type { Source } from "./Source.ts"

/** 503: the directory cannot be read now. */
export class CatalogUnavailable extends Refusal("catalog_unavailable", 503) {}

/** 429: the directory has as many readers as it takes at once. */
export class CatalogBusy extends Refusal("busy", 429) {}

/** A source, or one of its operations, that a search found. */
export interface SearchHit {
  readonly source: string
  /** Null where the source as a whole was found. */
  readonly operation: string | null
}

/** What is for sale now, with its current prices. */
export class Catalogue extends Context.Service<
  Catalogue,
  {
    /** Costs nothing: a snapshot in memory that follows the database. */
    readonly current: Effect.Effect<ReadonlyArray<CatalogueEntry>, CatalogUnavailable>
    /** What has every word of a text, or a word that begins with it: the best first. */
    readonly search: (text: string) => Effect.Effect<ReadonlyArray<SearchHit>, CatalogUnavailable>
  }
>()("farthing/domain/catalogue/Catalogue") {}

/** What one id or name of the catalogue stands for: a source, which is its own only member, or a group and its members. */
export interface CatalogueEntry {
  readonly source: Source
  readonly members: ReadonlyArray<Source>
}

/** The sources and the groups that they form, in the order of their ids. A source that has a group's id wins over the group. */
export const catalogueEntries = (sources: ReadonlyArray<Source>): ReadonlyArray<CatalogueEntry> => {
  const entries = new Map<string, CatalogueEntry>(groupsOf(sources).map((entry) => [entry.source.id, entry]))
  for (const source of sources) entries.set(source.id, { source, members: [source] })
  return [...entries.values()].sort((a, b) => (a.source.id < b.source.id ? -1 : 1))
}

const groupsOf = (sources: ReadonlyArray<Source>): ReadonlyArray<CatalogueEntry> => {
  const grouped = Map.groupBy(
    sources.filter((source) => source.group !== undefined && source.operations.length > 0),
    (source) => source.group!.id,
  )
  return [...grouped.values()].map((members) => ({ source: groupSource(members), members }))
}

/** A group described like a source: it has what its members have. Its operations are theirs, and stay with them. */
const groupSource = (members: ReadonlyArray<Source>): Source => {
  const [first] = members
  const { description, id, name } = first!.group!
  return {
    id,
    name,
    description,
    provider: union(members, ({ provider }) => [provider]).join(", "),
    category: first!.category,
    tags: union(members, ({ tags }) => tags),
    sectors: union(members, ({ sectors }) => sectors),
    capabilities: union(members, ({ capabilities }) => capabilities),
    jurisdiction: union(members, ({ jurisdiction }) => [jurisdiction]).join(", "),
    attribution: union(members, ({ attribution }) => [attribution]).join(" "),
    sourceUrl: first!.sourceUrl,
    logoUrl: first!.logoUrl,
    operations: [],
  }
}

const union = (members: ReadonlyArray<Source>, of: (source: Source) => ReadonlyArray<string>): Array<string> =>
  [...new Set(members.flatMap(of))].sort()
