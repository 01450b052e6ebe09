import { Schema } from "effect"
import { getAddress } from "viem"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { caip2Of, v1NameOf } from "./networks.ts"
import { Address, nameUpTo, optionalOrNull, textUpTo, Uint256 } from "./wire.ts"

/** `authorization`: the call is executed, then the payment is settled. `upfront`: the payment is settled first. */
export type PaymentFlow = "authorization" | "upfront"

/** One way to pay (an entry of `accepts`), in either version of the protocol. */
export interface Requirement {
  readonly scheme: string
  /** CAIP-2. */
  readonly network: string
  /** Micro-units of the asset; a payment must be of exactly this amount. */
  readonly amount: bigint
  /** Lower case. */
  readonly asset: Hex
  /** Of the asset's EIP-712 domain. Undefined if the other side did not send it: then no signature can be checked. */
  readonly domain: { readonly name: string; readonly version: string } | undefined
  /** Lower case. */
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  readonly flow: PaymentFlow
}

/** The request that is paid for. */
export interface OfferedResource {
  /** Absolute. */
  readonly url: string
  readonly description: string
  readonly mimeType: string
}

/** A payment must have accepted a requirement that equals the offered one in every member. */
export const sameRequirement = (a: Requirement, b: Requirement): boolean =>
  a.scheme === b.scheme &&
  a.network === b.network &&
  a.amount === b.amount &&
  a.asset === b.asset &&
  a.payTo === b.payTo &&
  a.flow === b.flow &&
  a.maxTimeoutSeconds === b.maxTimeoutSeconds &&
  a.domain?.name === b.domain?.name &&
  a.domain?.version === b.domain?.version

const maxSeconds = 31_536_000

const sharedMembers = {
  scheme: nameUpTo(64),
  network: nameUpTo(64),
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: Schema.Finite.check(Schema.isBetween({ minimum: Number.MIN_VALUE, maximum: maxSeconds })),
  extra: optionalOrNull(Schema.Record(Schema.String, Schema.Unknown)),
}

/** An entry of `accepts` in version 2, and the member `accepted` of a payment. Further members are ignored. */
export const RequirementV2 = Schema.Struct({ ...sharedMembers, amount: Uint256 })

/** An entry of `accepts` in version 1. */
export const RequirementV1 = Schema.Struct({ ...sharedMembers, maxAmountRequired: Uint256, resource: optionalOrNull(textUpTo(4096)) })

const fromShared = ({ asset, extra, maxTimeoutSeconds, payTo, scheme }: Omit<typeof RequirementV2.Type, "amount">) => {
  const name = extra?.["name"]
  const version = extra?.["version"]
  const flow: PaymentFlow = extra?.["paymentFlow"] === "upfront" ? "upfront" : "authorization"
  const hasDomain = typeof name === "string" && name !== "" && typeof version === "string" && version !== ""
  return {
    scheme,
    asset: lowerCase(asset),
    domain: hasDomain ? { name, version } : undefined,
    payTo: lowerCase(payTo),
    maxTimeoutSeconds,
    flow,
  }
}

export const fromV2 = (wire: typeof RequirementV2.Type): Requirement => ({
  ...fromShared(wire),
  network: wire.network,
  amount: BigInt(wire.amount),
})

export const fromV1 = (wire: typeof RequirementV1.Type): Requirement => ({
  ...fromShared(wire),
  network: caip2Of(wire.network),
  amount: BigInt(wire.maxAmountRequired),
})

/** Clients assume the flow `authorization` if `paymentFlow` is missing. */
const extraOf = ({ domain, flow }: Requirement) => ({ ...domain, ...(flow === "upfront" && { paymentFlow: flow }) })

/** Addresses are sent with their checksum, because some clients compare them as text. */
export const toV2 = (requirement: Requirement) => ({
  scheme: requirement.scheme,
  network: requirement.network,
  amount: requirement.amount.toString(),
  asset: getAddress(requirement.asset),
  payTo: getAddress(requirement.payTo),
  maxTimeoutSeconds: requirement.maxTimeoutSeconds,
  extra: extraOf(requirement),
})

/** Undefined if version 1 has no name for the network. The stock client of version 1 refuses a null, a relative `resource` and a missing `mimeType`. */
export const toV1 = (requirement: Requirement, { description, mimeType, url }: OfferedResource) => {
  const network = v1NameOf(requirement.network)
  if (network === undefined) return undefined
  return {
    scheme: requirement.scheme,
    network,
    maxAmountRequired: requirement.amount.toString(),
    resource: url,
    description,
    mimeType,
    payTo: getAddress(requirement.payTo),
    maxTimeoutSeconds: requirement.maxTimeoutSeconds,
    asset: getAddress(requirement.asset),
    extra: extraOf(requirement),
  }
}
