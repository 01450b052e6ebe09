import type { Dispatcher } from "undici"

/**
 * One request on its way. It is written at most once: undici puts a request back in its queue when a connection closes in
 * certain ways, and a second start is refused here, whatever its method. It can be given up at any moment, before it has a
 * connection too.
 */
export class Sending {
  private controller: Dispatcher.DispatchController | undefined
  private givenUp = false

  get written(): boolean {
    return this.controller !== undefined
  }

  start(controller: Dispatcher.DispatchController): void {
    if (this.givenUp || this.controller !== undefined) return controller.abort(new Error("given up"))
    this.controller = controller
  }

  /** Closes the connection, unless the answer is complete. */
  giveUp(): void {
    this.givenUp = true
    this.controller?.abort(new Error("given up"))
  }

  pause(): void {
    this.controller?.pause()
  }

  resume(): void {
    this.controller?.resume()
  }
}
