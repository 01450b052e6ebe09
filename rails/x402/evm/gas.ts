import { isKeySigned } from "./contracts.ts"
import type { Authorization } from "./authorization.ts"

/** Fixed: a transfer that a key signed takes up to 96,000, and an estimate would be one more request that can be wrong. */
export const transferGas = 150_000n
/** A smart wallet checks the signature with code of its own: some verify passkeys. */
export const walletGas = 400_000n
/** With the deployment of the payer's wallet before it. */
const deployGas = 900_000n
export const cancelGas = 21_000n

/** What the transaction that settles it may take. Simulated with no more than that: whoever's code takes more is not paid by. */
export const gasFor = ({ deploys, signature }: Pick<Authorization, "deploys" | "signature">): bigint =>
  deploys !== undefined ? deployGas : isKeySigned(signature) ? transferGas : walletGas
