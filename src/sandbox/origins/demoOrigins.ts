import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Component } from "../../../domain/sandbox/Component.ts"

/** An API of somebody else's, as far as the sandbox can have one: the component that serves it, and the document that describes it. */
export interface DemoOrigin {
  readonly slug: string
  readonly component: Component
  /** Its OpenAPI 3.1 document, with what each call costs under `x-gateway`. */
  readonly document: () => string
}

const script = fileURLToPath(new URL("originServer.ts", import.meta.url))

const demoOrigin = (slug: string): DemoOrigin => ({
  slug,
  component: { name: slug, command: [process.execPath, script, slug], ready: { says: "ready" }, database: true },
  document: () => readFileSync(new URL(`${slug}.openapi.json`, import.meta.url), "utf8"),
})

export const demoOrigins: ReadonlyArray<DemoOrigin> = [demoOrigin("notifications-api"), demoOrigin("webhook-service")]
