import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import solc from "solc"

/** The compiler is pinned in package.json. These settings and the source alone decide the bytes: no metadata, which would hold a hash of file names, is appended. */
export const compilerSettings = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 10_000 },
  metadata: { appendCBOR: false, bytecodeHash: "none" },
} as const

const Hex = Schema.TemplateLiteral(["0x", Schema.String])
const Code = Schema.Struct({ object: Schema.String })
const Output = Schema.fromJsonString(
  Schema.Struct({
    errors: Schema.optionalKey(Schema.Array(Schema.Struct({ formattedMessage: Schema.String }))),
    contracts: Schema.optionalKey(
      Schema.Record(
        Schema.String,
        Schema.Record(
          Schema.String,
          Schema.Struct({
            abi: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
            evm: Schema.Struct({ bytecode: Code, deployedBytecode: Code }),
          }),
        ),
      ),
    ),
  }),
)

/** The file beside a contract's source. */
export const Artifact = Schema.Struct({
  contract: Schema.String,
  compiler: Schema.String,
  settings: Schema.Record(Schema.String, Schema.Unknown),
  abi: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  /** What a transaction that creates the contract contains. */
  bytecode: Hex,
  /** What is at the contract's address then. */
  deployedBytecode: Hex,
})

/** Compiles all contracts of one Solidity file, by their names. Warnings are errors. Takes about 2 seconds. */
export const compileContracts = (file: string): ReadonlyMap<string, typeof Artifact.Type> => {
  const source = basename(file)
  const outputSelection = { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } }
  const input = {
    language: "Solidity",
    sources: { [source]: { content: readFileSync(file, "utf8") } },
    settings: { ...compilerSettings, outputSelection },
  }
  const { contracts = {}, errors = [] } = Schema.decodeUnknownSync(Output)(solc.compile(JSON.stringify(input)))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"))
  return new Map(
    Object.entries(contracts[source] ?? {}).map(([contract, { abi, evm }]) => [
      contract,
      {
        contract,
        compiler: String(solc.version()),
        settings: compilerSettings,
        abi,
        bytecode: `0x${evm.bytecode.object}` as const,
        deployedBytecode: `0x${evm.deployedBytecode.object}` as const,
      },
    ]),
  )
}
