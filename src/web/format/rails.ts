/** What a person calls a rail. A rail without a name here has its id. */
const names: Readonly<Record<string, string>> = { credits: "Credits", sepa: "Direct debit", x402: "Stablecoin" }

export const railName = (rail: string): string => names[rail] ?? rail

const networks: Readonly<Record<string, string>> = { "eip155:8453": "Base", "eip155:84532": "Base Sepolia" }

/** `Base Sepolia (eip155:84532)`. */
export const networkName = (network: string): string => (networks[network] === undefined ? network : `${networks[network]} (${network})`)
