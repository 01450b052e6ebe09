import { Data } from "effect"
import { errors } from "undici"
import { SourceFailure } from "../../domain/catalogue/Source.ts"
import { ForbiddenAddress } from "./connector.ts"

/** Why an exchange came to nothing. `counts`: it says that the origin is down, so that its breaker should hear of it. */
export class Trouble extends Data.TaggedError("OriginTrouble")<{
  readonly code: SourceFailure["code"]
  readonly message: string
  readonly counts: boolean
}> {}

export const toSourceFailure = ({ code, message }: Trouble): SourceFailure => new SourceFailure({ code, message })

const down = (code: SourceFailure["code"], message: string) => new Trouble({ code, message, counts: true })
const other = (code: SourceFailure["code"], message: string) => new Trouble({ code, message, counts: false })

export const late = (who: string, deadlineMs: number): Trouble =>
  down("source_timeout", `${who} did not answer within ${deadlineMs / 1_000} s.`)
export const tooLarge = (who: string, maxBytes: number): Trouble =>
  other("source_error", `${who} answered with more than ${maxBytes} bytes.`)
/** 600 and above are no HTTP: there is no class to read them by, and no server sends them on. */
export const oddStatus = (who: string, status: number): Trouble =>
  other("source_error", `${who} answered with the status ${status}, which HTTP does not have.`)
export const unsendable = (reason: string): Trouble => other("source_error", `The request cannot be relayed: ${reason}.`)
export const notAnOrigin = (reason: string): Trouble => other("source_unavailable", `The origin's address ${reason}.`)
export const busy = (who: string): Trouble => other("source_unavailable", `${who} is asked by too many callers at once. Retry later.`)
export const resting = (who: string): Trouble =>
  other("source_unavailable", `${who} failed several times in a row and is left alone for a moment. Retry later.`)

/** How far the request had come: `written` to the connection, `answered` with a status and headers. */
export interface Progress {
  readonly written: boolean
  readonly answered: boolean
}

/**
 * What undici or the system said, in a sentence for the buyer. Their own messages name addresses and ports of this network,
 * so only their codes are read.
 */
export const troubleOf = (error: unknown, who: string, { answered, written }: Progress): Trouble => {
  if (error instanceof Trouble) return error
  if (error instanceof ForbiddenAddress) return other("source_unavailable", `${who} is not at a public address.`)
  const code = codeOf(error)
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return unsendable("its method, path or headers are not valid HTTP")
  if (timeouts.has(code))
    return down("source_timeout", `${who} ${answered ? "stopped in the middle of its answer" : "did not answer in time"}.`)
  if (!written) return down("source_unavailable", `${who} ${unreachable(code)}.`)
  if (code === "UND_ERR_HEADERS_OVERFLOW") return other("source_error", `${who} answered with too many headers.`)
  if (answered) return other("source_error", `${who} did not complete its answer.`)
  if (error instanceof errors.HTTPParserError || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return other("source_error", `${who} answered with something that is not valid HTTP.`)
  return down("source_error", `${who} closed the connection without an answer.`)
}

const timeouts = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"])

const unreachable = (code: string): string => {
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/.test(code)) return "could not be found"
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_|SELF_|HOSTNAME_)/.test(code)) return "did not offer a trustworthy secure connection"
  return "could not be reached"
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "")
