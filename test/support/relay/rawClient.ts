import { Effect } from "effect"
import { type IncomingMessage, request } from "node:http"
import { NoAnswer } from "../cluster/client.ts"
import { RelayFixture } from "./fixture.ts"

/** An answer as it came: nothing decoded, nothing joined. */
export interface RawAnswer {
  readonly status: number
  readonly rawHeaders: ReadonlyArray<string>
  readonly header: (name: string) => string | null
  readonly bytes: Buffer
  /** It came to its end; a connection that broke in the middle leaves what had come. */
  readonly whole: boolean
}

export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Hears of each piece of the body as it comes. */
  readonly onPiece?: (piece: Buffer, answer: IncomingMessage) => void
}

/** One request on a connection of its own. Interrupting it hangs up. */
export const sendRaw = Effect.fnUntraced(function* (secret: string, asking: RawRequest) {
  const { baseUrl } = yield* RelayFixture
  return yield* sendRawTo(baseUrl, secret, asking)
})

export const sendRawTo = (baseUrl: string, secret: string, { body, headers, method = "GET", onPiece, path }: RawRequest) =>
  Effect.callback<RawAnswer, NoAnswer>((resume) => {
    const { hostname, port } = new URL(baseUrl)
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    const sent = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: { authorization: `Bearer ${secret}`, ...length, ...headers },
    })
    sent.on("error", (cause) => resume(Effect.fail(new NoAnswer({ cause }))))
    sent.on("response", (answer) => {
      const pieces: Array<Buffer> = []
      answer.on("data", (piece: Buffer) => {
        pieces.push(piece)
        onPiece?.(piece, answer)
      })
      answer.on("error", () => undefined)
      answer.on("close", () => {
        const { complete, headers, rawHeaders, statusCode } = answer
        const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
        resume(Effect.succeed({ status: statusCode!, rawHeaders, header, bytes: Buffer.concat(pieces), whole: complete }))
      })
    })
    sent.end(body)
    return Effect.sync(() => sent.destroy())
  })

/** Status, code of the envelope where there is one, and what moved. */
export const summaryOf = ({ bytes, header, status }: RawAnswer) => [status, codeOf(bytes), header("x-money-moved")] as const

const codeOf = (bytes: Buffer): string | null => {
  try {
    const { error } = JSON.parse(bytes.toString()) as { readonly error?: { readonly code: string } }
    return error?.code ?? null
  } catch {
    return null
  }
}
