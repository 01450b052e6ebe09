import { assert, describe, it } from "@effect/vitest"
import { InFlightRequest } from "../../../layers/origin/dispatch.ts"

const connection = () => {
  const state = { aborted: false }
  return {
    state,
    controller: { aborted: false, paused: false, reason: null, abort: () => void (state.aborted = true), pause() {}, resume() {} },
  }
}

describe("one request on its way", () => {
  it("is written to one connection alone, whatever the HTTP client would do with it again", () => {
    const [first, second] = [connection(), connection()]
    const sending = new InFlightRequest()
    sending.start(first.controller)
    sending.start(second.controller)
    assert.deepEqual([first.state.aborted, second.state.aborted], [false, true])
  })

  it("is not written once it was given up, and is cut off where it was", () => {
    const [first, second] = [connection(), connection()]
    const [early, late] = [new InFlightRequest(), new InFlightRequest()]
    early.cancel()
    early.start(first.controller)
    late.start(second.controller)
    late.cancel()
    assert.deepEqual([first.state.aborted, early.written, second.state.aborted, late.written], [true, false, true, true])
  })
})
