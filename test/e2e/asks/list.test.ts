import { expect, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { send } from "../../support/cluster/client.ts"
import { AskList } from "../../../src/http/asks/list.ts"
import { ask, askFixture, AskFixture, buy } from "./fixture.ts"
import { chain, prices } from "./scripts.ts"

const total = prices.find + prices.grind + prices.press

const list = Effect.fnUntraced(function* (secret: string, query = "") {
  const { b } = yield* AskFixture
  const { status, text } = yield* send({ baseUrl: b, path: `/v2/asks${query}`, secret })
  expect(status).toBe(200)
  return yield* Schema.decodeUnknownEffect(AskList)(JSON.parse(text))
})

layer(askFixture(), { excludeTestServices: true })("the list of asks", (it) => {
  it.effect("has those of the calling key alone, the newest first, with their status and what was charged, page by page", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const other = yield* newBuyer()
      const planned = yield* ask({ node: a, secret }, { steps: chain("listed") })
      const bought = yield* buy({ node: a, secret }, { steps: chain("listed-too") })
      yield* buy({ node: a, secret: other.secret }, { steps: chain("of-another") })

      const whole = yield* list(secret)
      expect(whole.asks.map(({ id, status }) => [id, status])).toEqual([
        [bought.body.id, "completed"],
        [planned.body.id, "requires_approval"],
      ])
      expect(whole.next_cursor).toBeNull()
      const [done, waiting] = whole.asks
      expect(done!.cost.amount_micro_usd).toBe(String(total))
      expect(done!.finished_at).not.toBeNull()
      expect(waiting).toMatchObject({
        question: planned.body.question,
        workflow: null,
        estimated_total: planned.body.plan!.estimated_total,
        expires_at: planned.body.plan!.expires_at,
        cost: { amount: 0 },
        held: { amount: 0 },
        finished_at: null,
      })

      const first = yield* list(secret, "?limit=1")
      expect([first.asks.map(({ id }) => id), first.next_cursor]).toEqual([[bought.body.id], bought.body.id])
      const second = yield* list(secret, `?limit=1&cursor=${first.next_cursor}`)
      expect([second.asks.map(({ id }) => id), second.next_cursor]).toEqual([[planned.body.id], null])

      expect((yield* list(secret, "?status=requires_approval")).asks.map(({ id }) => id)).toEqual([planned.body.id])
      expect(yield* list(secret, "?status=failed")).toEqual({ asks: [], next_cursor: null })
    }),
  )

  it.effect("refuses a status and a limit that do not exist", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      for (const query of ["?status=waiting", "?limit=51", "?cursor=1", "?stat=failed"])
        expect((yield* send({ baseUrl: a, path: `/v2/asks${query}`, secret })).status, query).toBe(400)
    }),
  )
})
