import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { type Abi, BaseError, ContractFunctionRevertedError, encodeFunctionData, parseAbi } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Checkout } from "../../../../domain/connect/Checkout.ts"
import { splitPayment, splitterAbi, splitterDeployment } from "../../../../rails/x402/checkout/splitter.ts"
import { type Hex, lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { compileContracts } from "../../../../scripts/contracts/compile.ts"
import { newCheckout as anyCheckout } from "../../../support/checkout.ts"
import { someone } from "../support/authorize.ts"
import { testChain, type TestChain } from "../support/testChain.ts"

export const splitter = splitterDeployment.address
export const tokenAbi = parseAbi([
  "function mint(address to, uint256 amount)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
  "function set(address target, bytes data)",
  "function reentered() view returns (bool)",
])

/** A checkout of 10 USDC, a tenth for the marketplace, that three new wallets are paid for. */
export const newCheckout = (over: Partial<Checkout> = {}, amount?: bigint): Checkout => {
  const wallets = { seller: lowerCase(someone().address), marketplace: lowerCase(someone().address), service: lowerCase(someone().address) }
  return anyCheckout({ wallets, ...over }, amount)
}

export const hostileContracts = () => compileContracts(fileURLToPath(new URL("HostileTokens.sol", import.meta.url)))

/** The name of the contract's error; undefined where the call would succeed. Errors without a name are `reverted`. */
const errorIn = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      const reverted = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
      if (!(reverted instanceof ContractFunctionRevertedError)) throw error
      return reverted.data?.errorName === "Error" ? reverted.reason : (reverted.data?.errorName ?? "reverted")
    },
  )

/** A chain with the splitter, and what a test does on it. Accounts get gas on first use. */
export const splitterScene = Effect.gen(function* () {
  const chain = yield* testChain
  return splitterActions(chain)
})

export const splitterActions = (chain: TestChain) => {
  const { client, network } = chain
  const funded = new Set<Hex>()
  const ready = async (account: PrivateKeyAccount) => {
    if (funded.has(account.address)) return
    await client.setBalance({ address: account.address, value: 10n ** 19n })
    funded.add(account.address)
  }
  /** Sends a transaction and waits for its block, in which it must succeed unless `gas` is given. */
  const send = async (account: PrivateKeyAccount, to: Hex, data: Hex, gas?: bigint) => {
    await ready(account)
    const hash = await client.sendTransaction({ account, to, data, ...(gas === undefined ? {} : { gas }) })
    if (gas === undefined) await waitUntilMined(client, hash, "the transaction was reverted")
    return client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  const deploy = async (account: PrivateKeyAccount, bytecode: Hex) => {
    await ready(account)
    const hash = await client.deployContract({ account, abi: [], bytecode })
    await waitUntilMined(client, hash, "the contract was not deployed")
    return lowerCase((await client.getTransactionReceipt({ hash })).contractAddress!)
  }
  return {
    ...chain,
    send,
    deploy,
    termsFor: (token: Hex) => ({ chainId: network.chainId, address: splitter, token: lowerCase(token) }),
    write: (account: PrivateKeyAccount, to: Hex, functionName: "mint" | "approve" | "transfer" | "set", args: never) =>
      send(account, to, encodeFunctionData({ abi: tokenAbi, functionName, args })),
    /** How the splitter refuses this call. */
    refusal: async (account: PrivateKeyAccount, functionName: string, args: ReadonlyArray<unknown>) => {
      await ready(account)
      return errorIn(client.simulateContract({ address: splitter, abi: splitterAbi as Abi, functionName, args, account }))
    },
    balanceOf: (token: Hex, owner: string) =>
      client.readContract({ address: token, abi: tokenAbi, functionName: "balanceOf", args: [owner as Hex] }),
    payArgs: (token: Hex, checkout: Checkout) => {
      const {
        amount,
        checkout: id,
        legs,
      } = splitPayment({ chainId: network.chainId, address: splitter, token: lowerCase(token) }, checkout)
      return [id, lowerCase(token), amount, legs] as const
    },
  }
}
export type SplitterScene = ReturnType<typeof splitterActions>

export const payData = (args: ReturnType<SplitterScene["payArgs"]>): Hex =>
  encodeFunctionData({ abi: splitterAbi, functionName: "pay", args: [...args] as never })
