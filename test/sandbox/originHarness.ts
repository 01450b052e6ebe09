import { Effect } from "effect"
import { createHmac, createHash } from "node:crypto"
import { request } from "node:http"
import { fileURLToPath } from "node:url"
import { locationText } from "../../layers/postgres/connection.ts"
import { freshDatabase } from "../support/database.ts"
import { spawnNode } from "../support/cluster/gatewayProcess.ts"

export type OriginName = "notifications-api" | "webhook-service"

const script = fileURLToPath(new URL("../../src/sandbox/origins/originServer.ts", import.meta.url))

/** An origin as a process of its own over a fresh database; `start` again for another process on the same. */
export const freshOrigin = Effect.fnUntraced(function* (name: OriginName, secret?: string) {
  const location = locationText(yield* freshDatabase)
  const env = { SANDBOX_DATABASE: location, ...(secret === undefined ? {} : { ORIGIN_SIGNING_SECRET: secret }) }
  const start = spawnNode([script, name], /^ready (http:\S+)$/, env)
  return { start, origin: yield* start }
})

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  readonly body: Record<string, never>
}

interface Sent {
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** `GET /path` or any other method and path. A body is sent as JSON; `raw` as it is. */
export const ask = (baseUrl: string, line: string, { body, headers, raw }: Sent = {}): Effect.Effect<Reply> =>
  Effect.callback((resume) => {
    const [method, path] = line.split(" ")
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const sent = {
      ...(text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      ...headers,
    }
    const asking = request(`${baseUrl}${path}`, { method, agent: false, headers: sent }, (response) => {
      let received = ""
      response.setEncoding("utf8").on("data", (piece: string) => (received += piece))
      response.on("end", () => {
        const parsed: Reply["body"] = received === "" ? {} : JSON.parse(received)
        resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, text: received, body: parsed }))
      })
    })
    asking.on("error", (error) => resume(Effect.die(error)))
    asking.end(text)
  })

/** As the gateway signs, from the rule and not from its code. */
export const signature = (secret: string, method: string, path: string, body: string, at = Math.floor(Date.now() / 1000)) => {
  const digest = createHash("sha256").update(body).digest("hex")
  return { "x-gateway-signature": `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${method}.${path}.${digest}`).digest("hex")}` }
}
