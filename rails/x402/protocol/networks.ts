/** Chain ids by the closed list of names that version 1 of the protocol gives to EVM networks. */
const chainIds: Readonly<Record<string, number>> = {
  abstract: 2741,
  "abstract-testnet": 11124,
  avalanche: 43114,
  "avalanche-fuji": 43113,
  base: 8453,
  "base-sepolia": 84532,
  celo: 42220,
  educhain: 41923,
  ethereum: 1,
  flare: 14,
  iotex: 4689,
  megaeth: 4326,
  monad: 143,
  peaq: 3338,
  polygon: 137,
  "polygon-amoy": 80002,
  sei: 1329,
  "sei-testnet": 1328,
  sepolia: 11155111,
  "skale-base-sepolia": 324705682,
  stable: 988,
  "stable-testnet": 2201,
  story: 1514,
}

const byName = new Map(Object.entries(chainIds).map(([name, chainId]) => [name, `eip155:${chainId}`]))
const byCaip2 = new Map([...byName].map(([name, caip2]) => [caip2, name]))

/** The CAIP-2 name of what version 1 calls `name`; where it has no such name, one that equals no network's. */
export const caip2Of = (name: string): string => byName.get(name) ?? `v1:${name}`

/** Version 1's name of a network, where it has one. */
export const v1NameOf = (caip2: string): string | undefined => byCaip2.get(caip2)

/** Undefined for what is no EVM network. */
export const chainIdOf = (caip2: string): number | undefined => {
  const digits = /^eip155:([1-9]\d{0,15})$/.exec(caip2)?.[1]
  const chainId = Number(digits)
  return Number.isSafeInteger(chainId) ? chainId : undefined
}
