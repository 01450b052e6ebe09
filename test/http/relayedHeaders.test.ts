import { expect, it } from "@effect/vitest"
import { recordOf } from "../../src/http/relay/storedAnswer.ts"

it("a relayed answer is kept by no cache, whatever its origin allows", () => {
  const record = recordOf([
    ["Cache-Control", "public, max-age=3600"],
    ["Content-Type", "application/json"],
  ])
  expect(record).toEqual({ "cache-control": "private, no-store", "content-type": "application/json", "x-content-type-options": "nosniff" })
})

it("a relayed answer that a browser would render runs no script under the gateway's name", () => {
  const policyOf = (...headers: ReadonlyArray<readonly [string, string]>) => recordOf(headers)["content-security-policy"]
  const rendered = ["text/html; charset=utf-8", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/pdf", "TEXT/HTML"]
  for (const type of rendered) expect([type, policyOf(["Content-Type", type])]).toEqual([type, "sandbox"])
  expect(policyOf()).toBe("sandbox")
  expect(policyOf(["Content-Type", "text/html"], ["Content-Security-Policy", "default-src 'self'"])).toBe("default-src 'self', sandbox")
  for (const type of ["application/json", "application/problem+json", "text/plain; charset=utf-8", "text/csv", "image/png"]) {
    expect([type, policyOf(["Content-Type", type])]).toEqual([type, undefined])
  }
})
