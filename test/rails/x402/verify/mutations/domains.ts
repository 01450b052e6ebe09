import { type PaymentScene, type Signing } from "../fixture.ts"
import { acceptedIn, extraIn, signatureReason, noFault, type Mutation } from "./Mutation.ts"

/** Domain, chain, asset and scheme. */
export const domains: ReadonlyArray<Mutation> = [
  { name: "signed for another chain", signs: ({ chain }) => ({ domain: domainOf(chain, { chainId: 8453 }) }), reason: signatureReason },
  {
    name: "signed for another token",
    signs: ({ chain, payee }) => ({ domain: domainOf(chain, { verifyingContract: payee }) }),
    reason: signatureReason,
  },
  { name: "signed for another name", signs: ({ chain }) => ({ domain: domainOf(chain, { name: "USD Coin" }) }), reason: signatureReason },
  { name: "signed for another version", signs: ({ chain }) => ({ domain: domainOf(chain, { version: "1" }) }), reason: signatureReason },
  {
    name: "required and signed with another name",
    signs: ({ chain }) => ({ domain: domainOf(chain, { name: "USD Coin" }) }),
    requirement: (wire) => (extraIn(wire)["name"] = "USD Coin"),
    reason: "invalid_exact_evm_token_name_mismatch",
  },
  {
    name: "required and signed with another version",
    signs: ({ chain }) => ({ domain: domainOf(chain, { version: "1" }) }),
    requirement: (wire) => (extraIn(wire)["version"] = "1"),
    reason: "invalid_exact_evm_token_version_mismatch",
  },
  { name: "no name required", requirement: (wire) => delete extraIn(wire)["name"], reason: "invalid_exact_evm_missing_eip712_domain" },
  {
    name: "an empty version required",
    requirement: (wire) => (extraIn(wire)["version"] = ""),
    reason: "invalid_exact_evm_missing_eip712_domain",
  },
  { name: "no extra required", requirement: (wire) => delete wire["extra"], reason: "invalid_exact_evm_missing_eip712_domain" },
  { name: "extra null", requirement: (wire) => (wire["extra"] = null), reason: "invalid_exact_evm_missing_eip712_domain" },
  { name: "more in extra", requirement: (wire) => (extraIn(wire)["feature"] = { any: [1] }), reason: "valid" },
  { name: "another asset required", requirement: (wire, { payee }) => (wire["asset"] = payee), reason: signatureReason },
  {
    name: "an asset without code, signed",
    signs: ({ chain, payee }) => ({ domain: domainOf(chain, { verifyingContract: payee }) }),
    requirement: (wire, { payee }) => (wire["asset"] = payee),
    reason: "asset_not_deployed_contract",
    officialV1: "valid",
    why: "its version 1 does not look for code: a call to an address without code succeeds, and moves no money",
  },
  {
    name: "an asset that is no token, signed",
    signs: ({ chain }) => ({ domain: domainOf(chain, { verifyingContract: multicall }) }),
    requirement: (wire) => (wire["asset"] = multicall),
    reason: "invalid_exact_evm_eip3009_not_supported",
  },
  {
    name: "paid on another network",
    payment: (wire) => (acceptedIn(wire)["network"] = wire.x402Version === 1 ? "base" : "eip155:8453"),
    reason: "invalid_exact_evm_network_mismatch",
  },
  {
    name: "paid on a network that does not exist",
    payment: (wire) => (acceptedIn(wire)["network"] = wire.x402Version === 1 ? "nowhere" : "eip155:0"),
    reason: "invalid_exact_evm_network_mismatch",
  },
  {
    name: "a network of the other version",
    payment: (wire) => (acceptedIn(wire)["network"] = wire.x402Version === 1 ? "eip155:84532" : "base-sepolia"),
    reason: "invalid_exact_evm_network_mismatch",
  },
  {
    name: "another network, paid and required",
    payment: (wire) => (acceptedIn(wire)["network"] = wire.x402Version === 1 ? "base" : "eip155:8453"),
    requirement: (wire) => (wire["network"] = "amount" in wire ? "eip155:8453" : "base"),
    reason: "invalid_network",
    official: "throws",
    officialV1: "throws",
    why: noFault,
  },
  { name: "another scheme", payment: (wire) => (acceptedIn(wire)["scheme"] = "upto"), reason: "invalid_exact_evm_scheme" },
  { name: "the scheme in capitals", payment: (wire) => (acceptedIn(wire)["scheme"] = "EXACT"), reason: "invalid_exact_evm_scheme" },
  {
    name: "another scheme required",
    requirement: (wire) => (wire["scheme"] = "upto"),
    reason: "invalid_exact_evm_scheme",
    official: "throws",
    officialV1: "throws",
    why: noFault,
  },
]

const multicall = "0xcA11bde05977b3631167028862bE2a173976CA11"
const domainOf = ({ asset, network }: PaymentScene["chain"], change: Partial<Signing["domain"]>): Signing["domain"] => ({
  name: asset.name,
  version: asset.version,
  chainId: network.chainId,
  verifyingContract: asset.address,
  ...change,
})
