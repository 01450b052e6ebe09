import { Refusal } from "../Refusal.ts"
import type { SourceFailure } from "./Source.ts"

/** 502: the source answered badly. */
export class SourceError extends Refusal("source_error", 502) {}
/** 503: the source cannot be reached now, or may not be asked. */
export class SourceUnavailable extends Refusal("source_unavailable", 503) {}
/** 504: the source did not answer in time. */
export class SourceTimeout extends Refusal("source_timeout", 504) {}

const classes = { source_error: SourceError, source_unavailable: SourceUnavailable, source_timeout: SourceTimeout } as const

/** What a relay answers when its origin failed: the envelope, where a direct call answers the run. */
export const sourceRefusal = (code: SourceFailure["code"], message: string) => new classes[code]({ message })
