import type { Authorization } from "../../../../rails/x402/evm/authorization.ts"

/** The example of the specification (version 2, scheme exact on EVM), which carries a real signature. */
export const goldenVector = {
  payment: {
    x402Version: 2,
    resource: { url: "https://api.example.com/premium-data", description: "Access to premium market data", mimeType: "application/json" },
    accepted: {
      scheme: "exact",
      network: "eip155:84532",
      amount: "10000",
      asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      payTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
      maxTimeoutSeconds: 60,
      extra: { name: "USDC", version: "2" },
    },
    payload: {
      signature:
        "0x2d6a7588d6acca505cbf0d9a4a227e0c52c6c34008c8e8986a1283259764173608a2ce6496642e377d6da8dbbf5836e9bd15092f9ecab05ded3d6293af148b571c",
      authorization: {
        from: "0x857b06519E91e3A54538791bDbb0E22373e36b66",
        to: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
        value: "10000",
        validAfter: "1740672089",
        validBefore: "1740672154",
        nonce: "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480",
      },
    },
    extensions: {},
  },
  authorization: {
    from: "0x857b06519e91e3a54538791bdbb0e22373e36b66",
    to: "0x209693bc6afc0c5328ba36faf03c514ef312287c",
    value: 10_000n,
    validAfter: 1_740_672_089n,
    validBefore: 1_740_672_154n,
    nonce: "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480",
    signature:
      "0x2d6a7588d6acca505cbf0d9a4a227e0c52c6c34008c8e8986a1283259764173608a2ce6496642e377d6da8dbbf5836e9bd15092f9ecab05ded3d6293af148b571c",
  } satisfies Authorization,
  digest: "0xf256992871671abcb27ff92885a7afa46218724e5fc0bac35d050115aa1d22e6",
} as const
