import { createHmac } from "node:crypto"
import { Redacted } from "effect"
import { assert, describe, it } from "@effect/vitest"
import { webhookSignature } from "../../../rails/http/webhookSignature.ts"

const body = Buffer.from('{"id":"evt_1","note":"ünïcode"}')
const at = 1_790_000_000
const header = webhookSignature(Redacted.make("whsec_1"), at, body)

describe("the signature of an event", () => {
  it("it is t=<unix seconds>.v1=<hex> with HMAC-SHA256 over the time, a dot and the raw body", () => {
    const mac = createHmac("sha256", "whsec_1").update(`1790000000.${body.toString()}`).digest("hex")
    assert.strictEqual(header, `t=1790000000.v1=${mac}`)
  })
})
