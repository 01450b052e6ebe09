import type { Hex } from "../chain/Chain.ts"

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
