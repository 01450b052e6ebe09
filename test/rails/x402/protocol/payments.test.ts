import { expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { describe } from "vitest"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { bindingOf, claimOf } from "../../../../rails/x402/protocol/paymentIdentity.ts"
import { decodePayment, decodePaymentHeader } from "../../../../rails/x402/protocol/Payment.ts"
import { toHeader } from "../../../../rails/x402/protocol/wire.ts"
import {
  fromV1,
  fromV2,
  type Requirement,
  RequirementV1,
  RequirementV2,
  sameRequirement,
  toV1,
  toV2,
} from "../../../../rails/x402/protocol/Requirement.ts"
import type { Authorization } from "../../../../rails/x402/evm/authorization.ts"
import { goldenVector } from "./goldenVector.ts"

const { payment: golden } = goldenVector

const refusal = (decoded: ReturnType<typeof decodePayment>) => {
  if (Result.isSuccess(decoded)) throw new Error("it was taken")
  return decoded.failure
}

describe("a payment", () => {
  it("a payment is decoded from the specification's own example", () => {
    expect(Result.getOrThrow(decodePaymentHeader("PAYMENT-SIGNATURE", toHeader(golden)))).toEqual({
      version: 2,
      scheme: "exact",
      network: "eip155:84532",
      authorization: goldenVector.authorization,
      payer: "0x857b06519E91e3A54538791bDbb0E22373e36b66",
      accepted: {
        scheme: "exact",
        network: "eip155:84532",
        amount: 10_000n,
        asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
        domain: { name: "USDC", version: "2" },
        payTo: "0x209693bc6afc0c5328ba36faf03c514ef312287c",
        maxTimeoutSeconds: 60,
        flow: "authorization",
      },
      resource: "https://api.example.com/premium-data",
      extensions: {},
      identifier: undefined,
    })
  })

  it("a payment of version 1 has its network by name", () => {
    const wire = { x402Version: 1, scheme: "exact", network: "base-sepolia", payload: golden.payload }
    const payment = Result.getOrThrow(decodePaymentHeader("X-PAYMENT", toHeader(wire)))
    expect(payment).toMatchObject({ version: 1, network: "eip155:84532", authorization: goldenVector.authorization })
    for (const network of ["nowhere", "eip155:84532", "constructor"]) {
      expect(Result.getOrThrow(decodePayment({ ...wire, network }, 1)).network).toBe(`v1:${network}`)
    }
  })

  it("a decoded payment has the client's payment identifier", () => {
    const named = (id: unknown) => decodePayment({ ...golden, extensions: { "payment-identifier": { info: { required: false, id } } } }, 2)
    expect(Result.getOrThrow(named("order-0123456789_AZ")).identifier).toBe("order-0123456789_AZ")
    expect(Result.getOrThrow(named(undefined)).identifier).toBeUndefined()
    for (const bad of ["short", "x".repeat(129), "with spaces in it", 1234567890123456, null]) {
      expect(refusal(named(bad)).message).toContain("16 to 128 letters, digits, hyphens and underscores")
    }
  })

  const { authorization } = golden.payload
  it.each([
    { what: "nothing", header: "", says: "is empty" },
    { what: "no base64", header: "%%%", says: "is not standard base64" },
    { what: "base64 for addresses", header: "a_b-", says: "is not standard base64" },
    { what: "too long", header: "A".repeat(16_385), says: "is longer than 16384 characters" },
    { what: "half of JSON", header: Buffer.from("{").toString("base64"), says: "is not base64 of JSON in UTF-8" },
    { what: "no UTF-8", header: Buffer.from([0x22, 0xff, 0x22]).toString("base64"), says: "is not base64 of JSON in UTF-8" },
    { what: "null", header: toHeader(null), says: "the whole: expected object" },
    { what: "a list", header: toHeader([]), says: "the whole: expected object" },
    { what: "text", header: toHeader("text"), says: "the whole: expected object" },
    { what: "empty", header: toHeader({}), says: "x402Version: missing" },
    { what: "of the other version", header: toHeader({ ...golden, x402Version: 1 }), says: "x402Version: must be the number 2" },
    { what: "over a number", header: toHeader({ ...golden, accepted: { ...golden.accepted, amount: 1 } }), says: "accepted.amount: " },
    {
      what: "for no time",
      header: toHeader({ ...golden, accepted: { ...golden.accepted, maxTimeoutSeconds: 0 } }),
      says: "maxTimeoutSeconds: ",
    },
    {
      what: "signed oddly",
      header: toHeader({ ...golden, payload: { authorization, signature: "0xz" } }),
      says: "payload.signature: must be whole bytes",
    },
    {
      what: "with a short nonce",
      header: toHeader({ ...golden, payload: { ...golden.payload, authorization: { ...authorization, nonce: "0x12" } } }),
      says: "payload.authorization.nonce: must be 32 bytes",
    },
    { what: "for an endless address", header: toHeader({ ...golden, resource: { url: "x".repeat(5000) } }), says: "resource.url: " },
  ])("a payment header that is $what is refused with the reason", ({ header, says }) => {
    const { message } = refusal(decodePaymentHeader("PAYMENT-SIGNATURE", header))
    expect(message.startsWith("The header PAYMENT-SIGNATURE: ")).toBe(true)
    expect(message).toContain(says)
    expect(message.length).toBeLessThan(400)
    expect(message).not.toMatch(/\n|\.\.$/)
  })
})

const word = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: 2n ** 256n - 1n }))
const hexOf = (value: bigint, bytes: number): Hex => `0x${(value % 2n ** BigInt(bytes * 8)).toString(16).padStart(bytes * 2, "0")}`
const text = Schema.String.check(Schema.isMinLength(1))

it.prop(
  "an encoded payment decodes to the same payment",
  [word, word, word, word, word, word],
  ([from, to, value, validAfter, validBefore, nonce]) => {
    const authorization: Authorization = {
      from: hexOf(from, 20),
      to: hexOf(to, 20),
      value,
      validAfter,
      validBefore,
      nonce: hexOf(nonce, 32),
      signature: `${hexOf(from, 32)}${hexOf(to, 32).slice(2)}1b`,
    }
    const { signature, ...signed } = authorization
    const written = Object.fromEntries(Object.entries(signed).map(([name, member]) => [name, member.toString()]))
    const payload = { signature, authorization: written }
    const v2 = decodePaymentHeader("PAYMENT-SIGNATURE", toHeader({ ...golden, payload }))
    const v1 = decodePaymentHeader("X-PAYMENT", toHeader({ x402Version: 1, scheme: "exact", network: "base", payload }))
    expect(Result.getOrThrow(v2).authorization).toEqual(authorization)
    expect(Result.getOrThrow(v1).authorization).toEqual(authorization)
  },
)

it.prop(
  "encoded payment requirements decode to the same requirements",
  [
    word,
    word,
    word,
    text,
    text,
    Schema.Literals(["authorization", "upfront"]),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 })),
  ],
  ([amount, asset, payTo, name, version, flow, maxTimeoutSeconds]) => {
    const requirement: Requirement = {
      scheme: "exact",
      network: "eip155:8453",
      amount,
      asset: hexOf(asset, 20),
      domain: { name, version },
      payTo: hexOf(payTo, 20),
      maxTimeoutSeconds,
      flow,
    }
    const v2 = fromV2(Schema.decodeUnknownSync(RequirementV2)(JSON.parse(JSON.stringify(toV2(requirement)))))
    const v1 = fromV1(
      Schema.decodeUnknownSync(RequirementV1)(toV1(requirement, { url: "https://a.example/", description: "", mimeType: "" })),
    )
    expect([v2, v1]).toEqual([requirement, requirement])
    expect(sameRequirement(v2, requirement)).toBe(true)
    expect(sameRequirement({ ...v2, amount: amount + 1n }, requirement)).toBe(false)
  },
)

it("a claim is equal for every spelling of one payment and different for another payment", () => {
  const { authorization } = goldenVector
  const asset = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
  const claim = claimOf("eip155:84532", asset, authorization)
  const shouted: Hex = `0x${authorization.from.slice(2).toUpperCase()}`
  expect(claimOf("eip155:84532", asset.toLowerCase(), { ...authorization, from: shouted })).toBe(claim)
  const others = [
    claimOf("eip155:8453", asset, authorization),
    claimOf("eip155:84532", authorization.from, authorization),
    claimOf("eip155:84532", asset, { ...authorization, from: authorization.to }),
    claimOf("eip155:84532", asset, { ...authorization, nonce: hexOf(1n, 32) }),
  ]
  expect(new Set([claim, ...others]).size).toBe(5)
})

it("the bindings of two different requests differ", () => {
  const request = { method: "POST", url: "https://a.example/b?c=1", bodyHash: "x" }
  const bound = [request, { ...request, method: "GET" }, { ...request, url: "https://a.example/b?c=2" }, { ...request, bodyHash: "y" }]
  expect(new Set(bound.map(bindingOf)).size).toBe(4)
  expect(bindingOf({ ...request, method: "post" })).toBe(bindingOf(request))
})
