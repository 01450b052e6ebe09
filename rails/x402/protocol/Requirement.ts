import { getAddress } from "viem"
import { Schema } from "effect"
import type { Hex } from "../evm/hex.ts"
import { Address, maybe, nameUpTo, textUpTo, Uint256 } from "./wire.ts"
import { caip2Of, v1NameOf } from "./networks.ts"

/** `authorization`: the work is done, then the payment settled. `upfront`: settled first. */
export type PaymentFlow = "authorization" | "upfront"

/** One way to pay, as either version of the protocol offers it. */
export interface Requirement {
  readonly scheme: string
  /** CAIP-2. */
  readonly network: string
  /** Micro-units of the asset; a payment must be of exactly this. */
  readonly amount: bigint
  /** Lower case, as every address here. */
  readonly asset: Hex
  /** Of the asset's EIP-712 domain. Undefined where the other side left it out: nothing can be signed then. */
  readonly domain: { readonly name: string; readonly version: string } | undefined
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  readonly flow: PaymentFlow
}

/** What is paid for. */
export interface OfferedResource {
  /** Absolute. */
  readonly url: string
  readonly description: string
  readonly mimeType: string
}

/** Whether two requirements ask for one and the same payment: what a payment says it accepted must be something that was offered. */
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
const maxSeconds = 31536000
const shared = {
  scheme: nameUpTo(64),
  network: nameUpTo(64),
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: Schema.Finite.check(Schema.isBetween({ minimum: Number.MIN_VALUE, maximum: maxSeconds })),
  extra: maybe(Schema.Record(Schema.String, Schema.Unknown)),
}

/** An entry of `accepts` in version 2, which is also what a payment says it `accepted`. Members beyond these are let be. */
export const RequirementV2 = Schema.Struct({ ...shared, amount: Uint256 })

/** An entry of `accepts` in version 1. */
export const RequirementV1 = Schema.Struct({ ...shared, maxAmountRequired: Uint256, resource: maybe(textUpTo(4096)) })
type Shared = Omit<typeof RequirementV2.Type, "amount">
const fromShared = ({ asset, extra, maxTimeoutSeconds, payTo, scheme }: Shared) => {
  const name = extra?.["name"]
  const version = extra?.["version"]
  const flow: PaymentFlow = extra?.["paymentFlow"] === "upfront" ? "upfront" : "authorization"
  const named = typeof name === "string" && name !== "" && typeof version === "string" && version !== ""
  return {
    scheme,
    asset: lower(asset),
    domain: named ? { name, version } : undefined,
    payTo: lower(payTo),
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

/** Hexadecimal of one case, so that what is the same is equal. */
export const lower = (hex: `0x${string}`): `0x${string}` => `0x${hex.slice(2).toLowerCase()}`
/** Clients know `authorization` as what holds where nothing is said. */
const extraOf = ({ domain, flow }: Requirement) => ({ ...domain, ...(flow === "upfront" && { paymentFlow: flow }) })

/** Addresses go out with their checksum: some clients compare them as text. */
export const toV2 = (requirement: Requirement) => ({
  scheme: requirement.scheme,
  network: requirement.network,
  amount: requirement.amount.toString(),
  asset: getAddress(requirement.asset),
  payTo: getAddress(requirement.payTo),
  maxTimeoutSeconds: requirement.maxTimeoutSeconds,
  extra: extraOf(requirement),
})

/**
 * Undefined where version 1 has no name for the network. Version 1's stock client takes no null, no relative `resource`, and
 * not a missing `mimeType`.
 */
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
