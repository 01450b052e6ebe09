import type { Dispatcher } from "undici"

/**
 * One request on its way. It is written at most once: undici puts a request back in its queue when a connection closes in
 * certain ways, and a second start is refused here, whatever its method. It can be given up at any moment, before it has a
 * connection too.
 */
export class InFlightRequest {
  private controller: Dispatcher.DispatchController | undefined
  private cancelled = false

  get written(): boolean {
    return this.controller !== undefined
  }

  start(controller: Dispatcher.DispatchController): void {
    if (this.cancelled || this.controller !== undefined) return controller.abort(new Error("given up"))
    this.controller = controller
  }

  /** Closes the connection, unless the answer is complete. */
  cancel(): void {
    this.cancelled = true
    this.controller?.abort(new Error("given up"))
  }

  pause(): void {
    this.controller?.pause()
  }

  resume(): void {
    this.controller?.resume()
  }
}
