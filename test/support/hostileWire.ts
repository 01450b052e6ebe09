import { Effect } from "effect"
import { connect, type Socket } from "node:net"

/** One HTTP answer as it came over the wire. */
export interface Answer {
  readonly status: number
  /** Of a header that came twice, both values. */
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly header: (name: string) => string | null
  readonly text: string
}

export interface Heard {
  readonly answers: ReadonlyArray<Answer>
  /** What came and is no HTTP answer, or not a whole one. */
  readonly rest: string
  /** The gateway ended the connection by itself. */
  readonly closed: boolean
}

export interface Saying {
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

/** Says these bytes on a connection of their own, and hears what the gateway answers. Text goes out byte by byte (latin1). */
export const say = (port: number, { answers: expected, bytes, due = 0, quietMs = patientMs }: Saying): Effect.Effect<Heard> =>
  Effect.callback<Heard>((resume) => {
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
export const parseAnswers = (heard: string): { readonly answers: ReadonlyArray<Answer>; readonly rest: string } => {
  const answers: Array<Answer> = []
  let rest = heard
  for (;;) {
    const parsed = parseAnswer(rest)
    if (parsed === undefined) return { answers, rest }
    if (parsed.answer.status >= 200) answers.push(parsed.answer)
    rest = rest.slice(parsed.length)
  }
}

const parseAnswer = (text: string): { readonly answer: Answer; readonly length: number } | undefined => {
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
