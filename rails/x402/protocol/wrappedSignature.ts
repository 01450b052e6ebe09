import { Option } from "effect"
import { parseErc6492Signature, zeroAddress } from "viem"
import type { Hex } from "../chain/Chain.ts"
import type { Authorization } from "../settlement/Settlements.ts"
import { lower } from "./requirementWire.ts"

const magic = "6492".repeat(16)

type Unwrapped = Pick<Authorization, "signature" | "deploys">

/**
 * ERC-6492: abi.encode(factory, calldata, signature) and a magic word, for a wallet that is not deployed yet. Without a
 * factory there is nothing to deploy, and the signature stays what it is. None where it ends like one and cannot be read.
 */
export const unwrapSignature = (wrapped: Hex): Option.Option<Unwrapped> => {
  const signature = lower(wrapped)
  if (!signature.endsWith(magic)) return Option.some({ signature })
  return Option.map(Option.liftThrowable(() => parseErc6492Signature(signature))(), ({ address, data, signature: inner }): Unwrapped =>
    address === undefined || data === "0x" || address === zeroAddress
      ? { signature }
      : { signature: lower(inner), deploys: { factory: lower(address), data: lower(data) } },
  )
}
