const requirement = {
  scheme: "exact",
  network: "eip155:84532",
  amount: "2000",
  asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  payTo: "0xC04c10De01BB86C0B9B93897Df51AEf5cfe89F9A",
  maxTimeoutSeconds: 300,
  extra: { name: "USDC", version: "2" },
}
const authorization = {
  from: "0x857b06519E91e3A54538791bDbb0E22373e36b66",
  to: requirement.payTo,
  value: requirement.amount,
  validAfter: "0",
  validBefore: "1795220071",
  nonce: `0x${"5b".repeat(32)}`,
}
/** What a server of a paid API asks about a payment. */
export const facilitated = {
  x402Version: 2,
  paymentPayload: { x402Version: 2, accepted: requirement, payload: { signature: `0x${"1c".repeat(65)}`, authorization } },
  paymentRequirements: requirement,
}
