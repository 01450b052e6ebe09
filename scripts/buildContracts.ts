import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { compileContracts } from "./contracts/compile.ts"

/** Writes the artifacts of the contracts that the gateway deploys: `node scripts/buildContracts.ts`. A test compares them with a new build, byte for byte. */
const folder = fileURLToPath(new URL("../rails/x402/checkout/contract/", import.meta.url))
const artifact = compileContracts(`${folder}Splitter.sol`).get("Splitter")
writeFileSync(`${folder}Splitter.json`, `${JSON.stringify(artifact, null, 2)}\n`)
