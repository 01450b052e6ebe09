import { isAddress, zeroAddress } from "viem"
import { type Hex, sameHex } from "./hex.ts"

/** Why an address cannot be paid: a sentence; undefined if it can. `reserved`: addresses that cannot be, by what they are. */
export const payeeProblem = (address: string, reserved: Readonly<Record<string, Hex | undefined>>): string | undefined => {
  if (!isAddress(address, { strict: false })) return "A wallet is an address: 0x and 40 hexadecimal digits."
  // In capitals and small letters at once it has the checksum of EIP-55; in small letters alone it has none.
  if (!isAddress(address)) return "The capitals of this address do not fit its checksum: a character is mistyped. Copy it again."
  if (sameHex(address, zeroAddress)) return "The zero address cannot be paid: the money would be lost."
  const [name] = Object.entries(reserved).find(([, own]) => own !== undefined && sameHex(own, address)) ?? []
  return name === undefined ? undefined : `This is the address of ${name}: it cannot be paid. Use a wallet of your own.`
}
