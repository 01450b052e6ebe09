import type { EmulatorAnswer, EmulatorRequest } from "../../../../rails/stripe/sandbox/apiRequest.ts"
import type { Emulator } from "../../../../rails/stripe/sandbox/Emulator.ts"

/**
 * A `fetch` that asks an emulator in this process: the real SDK runs without a socket. A dropped connection fails as
 * `fetch` fails, which the SDK hands on; `asNode` lets it fail as Node's own client does, which the SDK tries once more
 * half a second later.
 */
export const emulatorFetch =
  (emulator: Emulator, { asNode = false }: { readonly asNode?: boolean } = {}): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    const answer = answered(emulator, {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body,
    })
    if (!answer.dropped) return new Response(answer.body, { status: answer.status, headers: answer.headers })
    throw Object.assign(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }), asNode ? { code: "ECONNRESET" } : {})
  }

const answered = (emulator: Emulator, request: EmulatorRequest): EmulatorAnswer => {
  try {
    return emulator.handle(request)
  } catch (fault) {
    emulator.stop(fault)
    throw fault
  }
}
