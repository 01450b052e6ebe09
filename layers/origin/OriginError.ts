import { Data } from "effect"
import { errors } from "undici"
import { SourceFailure } from "../../domain/catalogue/Source.ts"
import { ForbiddenAddress } from "./connector.ts"

/**
 * The reason why an exchange failed, and what it shows to be broken: `origin`, which no caller reaches; `path`, for this caller, since
 * another caller's requests may still be answered; or `nothing` that a pause would repair.
 */
export class OriginError extends Data.TaggedError("OriginError")<{
  readonly code: SourceFailure["code"]
  readonly message: string
  readonly broken: "origin" | "path" | "nothing"
  readonly retryAfterSeconds?: number
}> {}

export const toSourceFailure = ({ code, message, retryAfterSeconds }: OriginError): SourceFailure =>
  new SourceFailure({ code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })

const failing = (broken: OriginError["broken"]) => (code: SourceFailure["code"], message: string) =>
  new OriginError({ code, message, broken })
const originIsDown = failing("origin")
const pathIsDown = failing("path")
const requestFailed = failing("nothing")

export const timedOut = (displayName: string, deadlineMs: number): OriginError =>
  pathIsDown("source_timeout", `${displayName} did not answer within ${deadlineMs / 1_000} s.`)
export const tooLarge = (displayName: string, maxBytes: number): OriginError =>
  requestFailed("source_error", `${displayName} answered with more than ${maxBytes} bytes.`)
/** 600 and above are no HTTP: there is no class to read them by, and no server sends them on. */
export const invalidStatus = (displayName: string, status: number): OriginError =>
  requestFailed("source_error", `${displayName} answered with the status ${status}, which HTTP does not have.`)
export const invalidRequest = (reason: string): OriginError => requestFailed("source_error", `The request cannot be relayed: ${reason}.`)
export const invalidOrigin = (reason: string): OriginError => requestFailed("source_unavailable", `The origin's address ${reason}.`)
export const tooManyCallers = (displayName: string): OriginError =>
  requestFailed("source_unavailable", `${displayName} has too many callers at once. Retry later.`)
/** `retryAfterMs`: when the circuit lets the next request try. */
export const circuitOpen = (displayName: string, retryAfterMs: number): OriginError => {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const message = `${displayName} failed several times in a row and is not called for a moment. Retry in ${retryAfterSeconds} s.`
  return new OriginError({ code: "source_unavailable", message, broken: "nothing", retryAfterSeconds })
}

/** How far the request had come: `written` to the connection, `answered` with a status and headers. */
export interface RequestProgress {
  readonly written: boolean
  readonly answered: boolean
}

/**
 * An error of undici or the system as a sentence for the buyer. Their own messages name addresses and ports of this network,
 * so only their codes are read.
 */
export const originErrorOf = (error: unknown, displayName: string, { answered, written }: RequestProgress): OriginError => {
  if (error instanceof OriginError) return error
  if (error instanceof ForbiddenAddress) return requestFailed("source_unavailable", `${displayName} is not at a public address.`)
  const code = codeOf(error)
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return invalidRequest("its method, path or headers are not valid HTTP")
  if (timeouts.has(code)) {
    const why = answered ? "stopped in the middle of its answer" : "did not answer in time"
    return (written ? pathIsDown : originIsDown)("source_timeout", `${displayName} ${why}.`)
  }
  if (!written) return originIsDown("source_unavailable", `${displayName} ${unreachableReason(code)}.`)
  if (code === "UND_ERR_HEADERS_OVERFLOW") return requestFailed("source_error", `${displayName} answered with too many headers.`)
  if (answered) return requestFailed("source_error", `${displayName} did not complete its answer.`)
  if (error instanceof errors.HTTPParserError || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return requestFailed("source_error", `${displayName} answered with something that is not valid HTTP.`)
  return pathIsDown("source_error", `${displayName} closed the connection without an answer.`)
}

const timeouts = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"])

const unreachableReason = (code: string): string => {
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_)/.test(code)) return "could not be found"
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_|SELF_|HOSTNAME_)/.test(code)) return "did not offer a trustworthy secure connection"
  return "could not be reached"
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "")
