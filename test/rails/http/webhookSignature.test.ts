import { createHmac } from "node:crypto"
import { Redacted } from "effect"
import { assert, describe, it } from "@effect/vitest"
import { verifyWebhookSignature, webhookSignature } from "../../../rails/http/webhookSignature.ts"

const body = Buffer.from('{"id":"evt_1","note":"ünïcode"}')
const at = 1_790_000_000
const header = webhookSignature(Redacted.make("whsec_1"), at, body)
const check = { secret: "whsec_1", nowSeconds: at }

describe("the signature of an event", () => {
  it("it is t=<unix seconds>.v1=<hex> with HMAC-SHA256 over the time, a dot and the raw body", () => {
    const mac = createHmac("sha256", "whsec_1").update(`1790000000.${body.toString()}`).digest("hex")
    assert.strictEqual(header, `t=1790000000.v1=${mac}`)
    assert.isTrue(verifyWebhookSignature(header, body, check))
  })

  it("another body, time, secret or form of the header is refused", () => {
    assert.isFalse(verifyWebhookSignature(header, Buffer.from('{"note":"ünïcode","id":"evt_1"}'), check))
    assert.isFalse(verifyWebhookSignature(header.replace("t=1790000000", "t=1790000001"), body, check))
    assert.isFalse(verifyWebhookSignature(header, body, { ...check, secret: "whsec_2" }))
    for (const other of ["", "t=.v1=", header.replace(".", ","), `${header}0`, header.toUpperCase(), header.slice(0, -1)]) {
      assert.isFalse(verifyWebhookSignature(other, body, check), other)
    }
  })

  it("it is valid for 300 seconds before and after its time", () => {
    const later = (seconds: number) => verifyWebhookSignature(header, body, { ...check, nowSeconds: at + seconds })
    assert.deepEqual([-301, -300, 0, 300, 301, Number.NaN].map(later), [false, true, true, true, false, false])
  })
})
