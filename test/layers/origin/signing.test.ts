import { createHash, createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { signatureHeaders, type SignedMessage, verifySignature } from "../../../layers/origin/signing.ts"

const message: SignedMessage = { method: "POST", path: "/v1/x?a=%20b", body: Buffer.from('{"a":1}') }
const by = { keyId: "key_1", secret: "whsec_1", requestId: "req_1", nowSeconds: 1_700_000_000 }
const check = { secret: by.secret, nowSeconds: by.nowSeconds }
const [[, header] = ["", ""]] = signatureHeaders(message, by)

describe("an outbound signature", () => {
  it("an outbound signature has the documented form", () => {
    const hash = createHash("sha256").update(message.body).digest("hex")
    const mac = createHmac("sha256", by.secret).update(`1700000000.POST./v1/x?a=%20b.${hash}`).digest("hex")
    const headers = [
      ["X-Gateway-Signature", `t=1700000000,v1=${mac}`],
      ["X-Gateway-Key-Id", "key_1"],
      ["X-Gateway-Request-Id", "req_1"],
    ]
    assert.deepEqual(
      signatureHeaders(message, by).map((pair) => [...pair]),
      headers,
    )
    assert.isTrue(verifySignature(header, message, check))
  })

  it("an outbound signature covers method, path, query and body, and the borders between them", () => {
    const others: ReadonlyArray<SignedMessage> = [
      { ...message, method: "GET" },
      { ...message, method: "post" },
      { ...message, path: "/v1/y?a=%20b" },
      { ...message, path: "/v1/x?a=%20c" },
      { ...message, path: "/v1/x" },
      { ...message, path: "/v1/x?a= b" },
      { ...message, body: Buffer.from('{"a":2}') },
      { ...message, body: Buffer.from('{"a":1} ') },
      { ...message, body: new Uint8Array() },
      { ...message, method: "POST./v1", path: "/x?a=%20b" },
    ]
    assert.isFalse(others.some((other) => verifySignature(header, other, check)))
  })

  it("an outbound signature is valid for five minutes before and after its own timestamp", () => {
    const at = (nowSeconds: number) => verifySignature(header, message, { ...check, nowSeconds })
    assert.deepEqual(
      [-301, -300, 0, 300, 301].map((later) => at(by.nowSeconds + later)),
      [false, true, true, true, false],
    )
    assert.isFalse(verifySignature(header.replace("t=1700000000", "t=1700000001"), message, check))
    assert.isFalse(verifySignature(header, message, { ...check, nowSeconds: Number.NaN }))
  })

  it("an outbound signature is invalid without the secret", () => {
    assert.isFalse(verifySignature(header, message, { ...check, secret: "whsec_2" }))
    assert.isFalse(verifySignature(header, message, { ...check, secret: "" }))
  })

  it("an outbound signature is valid beside others while a secret is rotated", () => {
    const [time = "", mac = ""] = header.split(",")
    const wrong = `v1=${"0".repeat(64)}`
    const good = [`${time},${wrong},${mac}`, `${time},${mac},${wrong}`, `${mac}, ${time}`, `${time},v0=x,${mac}`]
    assert.isTrue(good.every((text) => verifySignature(text, message, check)))
  })

  it("a header that is not exactly an outbound signature is refused", () => {
    const [time = "", mac = ""] = header.split(",")
    const shapes = `
      t=,v1=|${time}|${mac}|${time},v0=${mac.slice(3)}|${time},v1=|${time},${mac.slice(0, -1)}|${time},${mac}0|${time},${mac.toUpperCase()}
      |t=1,${time},${mac}|${time},t=1,${mac}|t=1700000000.0,${mac}|t=0x6553f100,${mac}|t=NaN,${mac}|T=1700000000,${mac}|${time};${mac}
      |${time},v1=${"é".repeat(64)}|${time},v1=${"0".repeat(64)}|`
    const wrong = shapes.split("|").map((text) => text.trim())
    assert.deepEqual(
      wrong.filter((text) => verifySignature(text, message, check)),
      [],
    )
  })
})
