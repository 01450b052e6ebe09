import { Effect, Queue, type Schema } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** What a model's API was sent. */
export interface Heard {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** How it answers: an object as its kind does, or with the bytes themselves. */
export type Behaviour =
  | { readonly _tag: "Plan"; readonly reply: Schema.Json; readonly ended?: string; readonly padding?: number }
  | { readonly _tag: "Raw"; readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | { readonly _tag: "Refusal" }
  | { readonly _tag: "Silent" }
  /** Begins to answer, and then stops. */
  | { readonly _tag: "Stuck" }
  | { readonly _tag: "Reset" }

export type Kind = "openai" | "anthropic"

const bodyOf = (kind: Kind, behaviour: Behaviour & { readonly _tag: "Plan" | "Refusal" }): Schema.Json => {
  if (kind === "openai") {
    const message =
      behaviour._tag === "Plan"
        ? { content: JSON.stringify(behaviour.reply), refusal: null }
        : { content: null, refusal: "I'd rather not." }
    return {
      id: "x",
      choices: [
        {
          index: 0,
          finish_reason: behaviour._tag === "Plan" ? (behaviour.ended ?? "stop") : "stop",
          message: { role: "assistant", ...message },
        },
      ],
    }
  }
  if (behaviour._tag === "Refusal") return { stop_reason: "refusal", content: [] }
  const used = { type: "tool_use", id: "t", name: "plan", input: behaviour.reply }
  return {
    id: "x",
    role: "assistant",
    stop_reason: behaviour.ended === undefined ? "tool_use" : "max_tokens",
    content: [{ type: "text", text: "Here." }, used],
  }
}

const answer = (kind: Kind, behaviour: Behaviour, response: ServerResponse): void => {
  if (behaviour._tag === "Silent") return
  if (behaviour._tag === "Reset") return void response.destroy()
  if (behaviour._tag === "Stuck") return void response.writeHead(200, { "content-type": "application/json" }).write('{"choices":')
  if (behaviour._tag === "Raw") return void response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body)
  const padding = behaviour._tag === "Plan" ? " ".repeat(behaviour.padding ?? 0) : ""
  response.writeHead(200, { "content-type": "application/json" }).end(`${JSON.stringify(bodyOf(kind, behaviour))}${padding}`)
}

export interface Endpoint {
  readonly url: string
  readonly heard: Array<Heard>
  /** Waits for the next request that no earlier wait has returned for. */
  readonly nextRequest: Effect.Effect<void>
  readonly behave: (next: Behaviour) => void
  readonly close: () => void
}

/** A model's API on this machine, with a behaviour that the test sets. */
export const modelEndpoint = (kind: Kind) =>
  Effect.acquireRelease(
    Effect.callback<Endpoint>((resume) => {
      const heard: Array<Heard> = []
      const arrivals = Effect.runSync(Queue.unbounded<void>())
      let behaviour: Behaviour = { _tag: "Silent" }
      const server = createServer((request, response) => {
        const parts: Array<Buffer> = []
        request.on("data", (part: Buffer) => parts.push(part))
        request.on("end", () => {
          heard.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString("utf8") })
          Queue.offerUnsafe(arrivals, undefined)
          answer(kind, behaviour, response)
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => void server.closeAllConnections()
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${port}`,
            heard,
            nextRequest: Queue.take(arrivals),
            behave: (next) => void (behaviour = next),
            close: () => {
              close()
              server.close()
            },
          }),
        )
      })
    }),
    ({ close }) => Effect.sync(close),
  )
