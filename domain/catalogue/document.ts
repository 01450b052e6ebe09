import type { Schema } from "effect"
import type { SourceOperation } from "./find.ts"
import type { SourceAnswer } from "./Source.ts"
import { isoTime } from "../time.ts"

/** What is stored of a delivery: the document, who it came from, and what belongs beside it in the answer. */
export interface StoredDocument {
  readonly source: { readonly provider: string; readonly name: string }
  readonly metadata: Readonly<Record<string, unknown>>
  readonly data: Schema.Json
}

/** `now` in milliseconds since 1970. */
export const documentOf = ({ operation, source }: SourceOperation, answer: SourceAnswer, now: number): StoredDocument => ({
  source: { provider: source.provider, name: source.name },
  metadata: {
    source_id: source.id,
    operation: operation.id,
    retrieved_at: isoTime(now),
    freshness_seconds: operation.freshnessSeconds,
    source_url: source.sourceUrl,
    links: answer.links ?? [],
    identifiers: answer.identifiers ?? {},
    attribution: source.attribution,
  },
  data: answer.data,
})
