import { Effect } from "effect"
import { createServer } from "node:http"
import { portOf } from "../../../../src/sandbox/loopback.ts"

/** What becomes of a request: it passes; it is passed on and its answer lost; it is not passed on; it is never answered; it is answered with this. */
export type Fate = "pass" | "lose the answer" | "refuse" | "hang" | { readonly status: number; readonly body: string }

/** A proxy before a node, which may move. `fate` is called for each HTTP request, with the names of the methods in it. */
export const rpcProxy = Effect.fnUntraced(function* (node: string | (() => string)) {
  const target = typeof node === "string" ? () => node : node
  const proxy = { url: "", requests: 0, fate: (_methods: ReadonlyArray<string>): Fate => "pass" }
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString()
      const parsed: unknown = JSON.parse(body)
      const calls: ReadonlyArray<{ readonly method: string }> = Array.isArray(parsed) ? parsed : [parsed]
      proxy.requests++
      const fate = proxy.fate(calls.map(({ method }) => method))
      if (fate === "refuse") return void response.destroy()
      if (fate === "hang") return
      if (typeof fate === "object") return void response.writeHead(fate.status, { "content-type": "application/json" }).end(fate.body)
      fetch(target(), { method: "POST", headers: { "content-type": "application/json" }, body })
        .then(async (answer) => {
          const text = await answer.text()
          if (fate === "lose the answer") return void response.destroy()
          return void response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
        })
        .catch(() => response.destroy())
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => (server.close(() => resume(Effect.void)), server.closeAllConnections())),
  )
  proxy.url = `http://127.0.0.1:${portOf(server)}`
  return proxy
})
