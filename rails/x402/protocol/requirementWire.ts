import { Schema } from "effect"
import { getAddress } from "viem"
import { caip2Of, v1NameOf } from "./networks.ts"
import type { OfferedResource, PaymentFlow, Requirement } from "./Requirement.ts"
import { Address, maybe, nameUpTo, textUpTo, Uint256 } from "./wireFields.ts"

const maxSeconds = 31_536_000

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
