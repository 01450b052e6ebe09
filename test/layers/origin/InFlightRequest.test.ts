import { assert, describe, it } from "@effect/vitest"
import { InFlightRequest } from "../../../layers/origin/dispatch.ts"

const connection = () => {
  const state = { aborted: false }
  return {
    state,
    controller: { aborted: false, paused: false, reason: null, abort: () => void (state.aborted = true), pause() {}, resume() {} },
  }
}

describe("requests in flight", () => {
  it("a request is written to one connection only, even if the HTTP client would retry it", () => {
    const [first, second] = [connection(), connection()]
    const sending = new InFlightRequest()
    sending.start(first.controller)
    sending.start(second.controller)
    assert.deepEqual([first.state.aborted, second.state.aborted], [false, true])
  })

  it("a cancelled request is not written, and one that is already written is aborted", () => {
    const [first, second] = [connection(), connection()]
    const [early, late] = [new InFlightRequest(), new InFlightRequest()]
    early.cancel()
    early.start(first.controller)
    late.start(second.controller)
    late.cancel()
    assert.deepEqual([first.state.aborted, early.written, second.state.aborted, late.written], [true, false, true, true])
  })

  it("a request whose answer is complete is not aborted when its reader closes", () => {
    const { controller, state } = connection()
    const request = new InFlightRequest()
    request.start(controller)
    request.end()
    request.cancel()
    assert.isFalse(state.aborted)
  })
})
