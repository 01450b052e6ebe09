import { Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { expect } from "vitest"

/** One HTTP answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  /** Of a header that came twice, both values. */
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly header: (name: string) => string | null
  readonly text: string
}

export interface WireAnswers {
  readonly answers: ReadonlyArray<WireAnswer>
  /** What came and is no HTTP answer, or not a whole one. */
  readonly rest: string
  /** The gateway ended the connection by itself. */
  readonly closed: boolean
}

export interface SendOptions {
  /** Written one after the other, each once the one before has left. */
  readonly bytes: string | Buffer | ReadonlyArray<string | Buffer>
  /** Stop listening once this many final answers came. Without it: until the gateway closes, or is quiet. */
  readonly answers?: number
  /** Nothing came for this long: nothing more is coming. */
  readonly quietMs?: number
  /** Only once this many answers came; until then the gateway has half a minute. */
  readonly due?: number
}

const patientMs = 30_000

/** Sends these bytes on a connection of their own and receives the gateway's answers. Text is sent as bytes (latin1). */
export const sendBytes = (
  port: number,
  { answers: expected, bytes, due = 0, quietMs = patientMs }: SendOptions,
): Effect.Effect<WireAnswers> =>
  Effect.callback<WireAnswers>((resume) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    let heard = ""
    let over = false
    const finish = (closed: boolean) => {
      if (over) return
      over = true
      socket.destroy()
      resume(Effect.succeed({ ...parseAnswers(heard), closed }))
    }
    socket.setTimeout(due === 0 ? quietMs : patientMs, () => finish(false))
    socket.on("data", (data) => {
      heard += data.toString("latin1")
      const { length } = parseAnswers(heard).answers
      if (length >= due) socket.setTimeout(quietMs)
      if (expected !== undefined && length >= expected) finish(false)
    })
    socket.on("close", () => finish(true)).on("error", () => {})
    void writeAll(socket, typeof bytes === "string" || Buffer.isBuffer(bytes) ? [bytes] : bytes)
    return Effect.sync(() => socket.destroy())
  })

const writeAll = async (socket: Socket, pieces: ReadonlyArray<string | Buffer>) => {
  for (const piece of pieces) {
    await new Promise<void>((sent) => socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece, () => sent()))
  }
}

/** Whole final answers from the beginning of what was heard; interim ones (1xx) are passed over. */
export const parseAnswers = (heard: string): { readonly answers: ReadonlyArray<WireAnswer>; readonly rest: string } => {
  const answers: Array<WireAnswer> = []
  let rest = heard
  for (;;) {
    const parsed = parseAnswer(rest)
    if (parsed === undefined) return { answers, rest }
    if (parsed.answer.status >= 200) answers.push(parsed.answer)
    rest = rest.slice(parsed.length)
  }
}

const parseAnswer = (text: string): { readonly answer: WireAnswer; readonly length: number } | undefined => {
  const end = text.indexOf("\r\n\r\n")
  const [statusLine = "", ...lines] = text.slice(0, end === -1 ? 0 : end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(statusLine)?.[1])
  if (end === -1 || Number.isNaN(status)) return undefined
  const headers = new Map<string, Array<string>>()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): ?([\x20-\x7e]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
  }
  const length = status < 200 || status === 204 || status === 304 ? 0 : Number(headers.get("content-length")?.[0] ?? Number.NaN)
  const from = end + 4
  if (!Number.isInteger(length) || text.length < from + length) return undefined
  const body = Buffer.from(text.slice(from, from + length), "latin1").toString("utf8")
  const answer = { status, headers, header: (name: string) => headers.get(name)?.join(", ") ?? null, text: body }
  return { answer, length: from + length }
}

/** A client whose bytes and times the test decides. It is closed with the scope. */
export interface RawClient {
  readonly socket: Socket
  readonly send: (text: string | Buffer) => void
  /** Sends the text byte by byte, one every `everyMs` milliseconds, while the connection is open. */
  readonly drip: (text: string, everyMs: number) => void
  readonly statuses: () => ReadonlyArray<number>
  readonly bytesReceived: () => number
  readonly isClosed: () => boolean
}

export const openClient = (port: number): Effect.Effect<RawClient, never, Scope.Scope> =>
  Effect.gen(function* () {
    const socket = yield* Effect.acquireRelease(
      Effect.callback<Socket>((resume) => {
        const opening = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true }, () => resume(Effect.succeed(opening)))
      }),
      (opened) => Effect.sync(() => opened.destroy()),
    )
    let received = ""
    let closed = false
    socket.on("error", () => {}).on("data", (data) => (received += data.toString("latin1")))
    // The gateway ended it, or broke it off.
    for (const event of ["end", "close"] as const) socket.on(event, () => (closed = true))
    const drip = (text: string, everyMs: number) => {
      let next = 0
      const timer = setInterval(() => {
        if (closed || next >= text.length) clearInterval(timer)
        else socket.write(text[next++]!)
      }, everyMs)
      socket.once("close", () => clearInterval(timer))
    }
    return {
      socket,
      send: (text) => void socket.write(text),
      drip,
      statuses: () => parseAnswers(received).answers.map((answer) => answer.status),
      bytesReceived: () => received.length,
      isClosed: () => closed,
    }
  })

/** Connections of this process that are open, on either end. */
export const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length

/** The codes that these requests can be refused with, by status. */
const documented: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["invalid_request", "invalid_workspace", "invalid_query"],
  401: ["invalid_api_key"],
  403: ["insufficient_scope"],
  404: ["route_not_found", "source_not_found", "operation_not_found", "run_not_found", "payment_not_found"],
  405: ["method_not_allowed"],
  408: ["invalid_request"],
  409: ["idempotency_conflict", "request_in_progress"],
  413: ["invalid_request"],
  415: ["invalid_request"],
  417: ["invalid_request"],
  422: ["invalid_source_input"],
  429: ["rate_limit_exceeded"],
  431: ["invalid_request"],
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** All that came is answers of ours, whole: a documented status with its envelope, an id, and never an empty body. */
export const expectWellFormed = ({ answers, rest }: Pick<WireAnswers, "answers" | "rest">, bytes: string) => {
  const context = `${JSON.stringify(bytes.slice(0, 400))} was answered ${JSON.stringify(rest.slice(0, 200))}`
  expect(rest, context).toBe("")
  for (const { header, headers, status, text } of answers) {
    const answered = `${context} ${status} ${text.slice(0, 200)}`
    expect(header("x-request-id"), answered).toMatch(uuid)
    expect(header("content-type"), answered).toMatch(/^application\/json/)
    expect(headers.has("content-length") && headers.has("transfer-encoding"), answered).toBe(false)
    const body = JSON.parse(text) as { readonly error?: { readonly code: string; readonly message: string } }
    if (status < 400) expect([200, 202], answered).toContain(status)
    else {
      expect(documented[status], answered).toContain(body.error?.code)
      expect(body.error?.message, answered).toMatch(/^\S.+[.!]$/u)
    }
  }
}
