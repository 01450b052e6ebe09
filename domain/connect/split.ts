/** The service's share of every checkout, in hundredths of a percent. */
export const serviceFeeBasisPoints = 200

/** How one amount is divided, in millionths of USDC. The three parts add up to the amount. */
export interface Split {
  readonly seller: bigint
  readonly marketplaceFee: bigint
  readonly serviceFee: bigint
}

/** Both fees are rounded down; the seller gets the rest. */
export const splitAmount = (amount: bigint, marketplaceFeeBasisPoints: number): Split => {
  const serviceFee = (amount * BigInt(serviceFeeBasisPoints)) / 10_000n
  const marketplaceFee = (amount * BigInt(marketplaceFeeBasisPoints)) / 10_000n
  return { seller: amount - serviceFee - marketplaceFee, marketplaceFee, serviceFee }
}
