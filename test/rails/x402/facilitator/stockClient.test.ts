import { expect, it } from "@effect/vitest"
import { HTTPFacilitatorClient } from "@x402/core/http"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { FacilitatorResponse } from "../../../../rails/x402/facilitator/Facilitator.ts"
import { facilitatorBench, payment, pending, shop } from "./bench.ts"

/** The routes as a gateway would mount them. */
const served = Effect.gen(function* () {
  const { facilitator, says } = yield* facilitatorBench
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const json: unknown = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString("utf8"))
    const route: Effect.Effect<FacilitatorResponse> | undefined = {
      "/verify": facilitator.verify(json),
      "/settle": facilitator.settle(json, shop),
    }[request.url ?? ""]
    const answer = await run(route ?? Effect.succeed<FacilitatorResponse>(facilitator.supported))
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body))
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close()),
  )
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("it listens nowhere")
  return { client: new HTTPFacilitatorClient({ url: `http://127.0.0.1:${address.port}` }), says }
})

type Payload = Parameters<HTTPFacilitatorClient["verify"]>[0]

it.live("the official HTTP client understands every answer of the facilitator", () =>
  Effect.gen(function* () {
    const { client, says } = yield* served
    const sent = payment as unknown as Payload
    const required = sent.accepted
    const answerOf = <A>(ask: () => Promise<A>) => Effect.promise(ask)
    expect((yield* answerOf(() => client.getSupported())).kinds).toHaveLength(2)
    expect(yield* answerOf(() => client.verify(sent, required))).toMatchObject({ isValid: true })
    says.verdict = "invalid"
    expect(yield* answerOf(() => client.verify(sent, required))).toMatchObject({ isValid: false })
    expect(yield* answerOf(() => client.settle(sent, required))).toMatchObject({ success: false, transaction: "" })
    says.verdict = "valid"
    says.settlement = Effect.succeed(pending)
    expect(yield* answerOf(() => client.settle(sent, required))).toMatchObject({ success: false, errorReason: "settlement_pending" })
    says.verdict = "down"
    const failed = yield* Effect.flip(Effect.tryPromise(() => client.verify(sent, required)))
    expect(String(failed.cause)).toContain("unexpected_verify_error")
  }).pipe(Effect.scoped),
)
