import { sandboxMaster } from "../settings.ts"
import { derivedAccount, derivedKey } from "../wallets/derivedSigner.ts"
import { privateKeyToAccount } from "viem/accounts"

/** The buyer whose wallet the first start of a sandbox funds with USDC. */
export const demoBuyer = "demo buyer"

/** The wallet of this name in every sandbox, in lower case. Its key is public knowledge. */
export const demoAddress = (name: string): string => derivedAccount(sandboxMaster, name).address.toLowerCase()

/** What the demo buyer's wallet answers to `eth_signTypedData_v4`. */
export const signAsDemoBuyer = (typedData: string): Promise<string> => {
  const { types, ...data } = JSON.parse(typedData) as Record<string, unknown> & { readonly types: Record<string, unknown> }
  const { EIP712Domain: _, ...own } = types
  return privateKeyToAccount(derivedKey(sandboxMaster, demoBuyer)).signTypedData({ ...data, types: own } as never)
}
