export const description = "USDC on chain (x402): the caller signs each payment, or the organisation's managed wallet does."
