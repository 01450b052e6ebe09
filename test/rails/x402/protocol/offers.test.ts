import { PaymentRequiredV1Schema, PaymentRequiredV2Schema } from "@x402/core/schemas"
import { describe, expect, it } from "vitest"
import { encodeOfferHeader, encodeOfferMembers, encodeReceipt, type Offer } from "../../../../rails/x402/protocol/responses.ts"
import { caip2Of, chainIdOf, v1NameOf } from "../../../../rails/x402/protocol/networks.ts"
import { offeredIdentifier } from "../../../../rails/x402/protocol/paymentIdentity.ts"
import type { Requirement } from "../../../../rails/x402/protocol/Requirement.ts"

const requirement: Requirement = {
  scheme: "exact",
  network: "eip155:84532",
  amount: 10_000n,
  asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
  domain: { name: "USDC", version: "2" },
  payTo: "0x209693bc6afc0c5328ba36faf03c514ef312287c",
  maxTimeoutSeconds: 60,
  flow: "authorization",
}

const offer: Offer = {
  error: "Payment is required.",
  resource: { url: "https://api.example.com/a?b=c", description: "Weather, für alle ☂", mimeType: "application/json" },
  requirements: [requirement, { ...requirement, flow: "upfront" }],
  extensions: offeredIdentifier,
}

const read = (header: string | undefined): unknown => JSON.parse(Buffer.from(header ?? "", "base64").toString("utf8"))

describe("an offer", () => {
  it("an offer fits the schema of version 2's clients, with checksummed addresses", () => {
    const wire = read(encodeOfferHeader(offer))
    expect(PaymentRequiredV2Schema.parse(wire)).toEqual({
      x402Version: 2,
      error: "Payment is required.",
      resource: offer.resource,
      accepts: [
        {
          scheme: "exact",
          network: "eip155:84532",
          amount: "10000",
          asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
          payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
          maxTimeoutSeconds: 60,
          extra: { name: "USDC", version: "2" },
        },
        expect.objectContaining({ extra: { name: "USDC", version: "2", paymentFlow: "upfront" } }),
      ],
      extensions: offeredIdentifier,
    })
  })

  it("an offer fits the schema of version 1's clients, with no null, an absolute resource and a media type", () => {
    const members = encodeOfferMembers({ ...offer, resource: { ...offer.resource, mimeType: "" } })
    expect(PaymentRequiredV1Schema.safeParse(members).success).toBe(true)
    expect(members?.accepts[0]).toEqual({
      scheme: "exact",
      network: "base-sepolia",
      maxAmountRequired: "10000",
      resource: "https://api.example.com/a?b=c",
      description: "Weather, für alle ☂",
      mimeType: "",
      payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
      maxTimeoutSeconds: 60,
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      extra: { name: "USDC", version: "2" },
    })
    expect(JSON.stringify(members)).not.toContain("null")
  })

  it("an offer has no version 1 on a network that version 1 cannot name", () => {
    expect(encodeOfferMembers({ ...offer, requirements: [{ ...requirement, network: "eip155:31337" }] })).toBeUndefined()
  })

  it.each([
    ["a long description", { description: "☂".repeat(4_000) }],
    ["a long address", { url: `https://api.example.com/a?${"q".repeat(9_000)}` }],
    ["an endless path", { url: `https://api.example.com/${"p".repeat(9_000)}?q` }],
    ["all of it", { url: `https://api.example.com/${"p".repeat(5_000)}?${"q".repeat(5_000)}`, description: "x".repeat(9_000) }],
  ])("an offer with %s stays under 8 KB and payable", (_, resource) => {
    const header = encodeOfferHeader({ ...offer, error: "e".repeat(3_000), resource: { ...offer.resource, ...resource } })
    expect(header.length).toBeLessThan(8_192)
    const wire = PaymentRequiredV2Schema.parse(read(header))
    expect(wire.accepts).toHaveLength(2)
    expect(wire.resource.url.startsWith("https://api.example.com")).toBe(true)
  })

  it("a shortened offer loses no more members than it must", () => {
    const long = encodeOfferHeader({ ...offer, resource: { ...offer.resource, description: "☂".repeat(4_000) } })
    expect(read(long)).toMatchObject({
      error: offer.error,
      resource: { url: offer.resource.url, mimeType: "application/json" },
      extensions: offeredIdentifier,
    })
  })
})

describe("a receipt", () => {
  const payer = "0x857b06519E91e3A54538791bDbb0E22373e36b66"

  it("a receipt names network and transaction in both versions", () => {
    const receipt = { success: true, transaction: "0xab", network: "eip155:84532", payer, amount: 10_000n } as const
    const shared = { success: true, transaction: "0xab", payer, amount: "10000" }
    expect(read(encodeReceipt(receipt, 2)["PAYMENT-RESPONSE"])).toEqual({ ...shared, network: "eip155:84532" })
    expect(read(encodeReceipt(receipt, 1)["X-PAYMENT-RESPONSE"])).toEqual({ ...shared, network: "base-sepolia" })
  })

  it("the receipt of a failed payment has the reason, an empty transaction and the network", () => {
    const failed = {
      success: false,
      transaction: "",
      network: "eip155:84532",
      errorReason: "duplicate_settlement",
      errorMessage: "It was paid.",
    } as const
    expect(read(encodeReceipt(failed, 2)["PAYMENT-RESPONSE"])).toEqual({
      success: false,
      errorReason: "duplicate_settlement",
      errorMessage: "It was paid.",
      transaction: "",
      network: "eip155:84532",
    })
  })
})

it("each network has one name in each protocol version", () => {
  expect([caip2Of("base"), caip2Of("base-sepolia"), caip2Of("polygon")]).toEqual(["eip155:8453", "eip155:84532", "eip155:137"])
  expect([v1NameOf("eip155:8453"), v1NameOf("eip155:31337")]).toEqual(["base", undefined])
  expect([chainIdOf("eip155:84532"), chainIdOf("eip155:0"), chainIdOf("eip155:99999999999999999"), chainIdOf("solana:x")]).toEqual([
    84_532,
    undefined,
    undefined,
    undefined,
  ])
})
