import type { Schema } from "effect"
import type { InputField, Variant } from "../../catalogue/Source.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import type { Mention } from "../read/Mention.ts"

/** The origin of an input's value: the question, or the answer of another call. */
export type ValueOrigin =
  | { readonly _tag: "Literal"; readonly value: Schema.Json; readonly mention: Mention | null }
  | {
      readonly _tag: "CallOutput"
      readonly call: OperationCall
      readonly pointer: string
      readonly list?: string
      /** The call answers an earlier clause, which this one refers to: it is requested by itself. */
      readonly isReference?: true
    }

/** An operation with its inputs, and through them the calls that supply them. */
export interface OperationCall {
  readonly operation: OperationProfile
  readonly variant: Variant
  readonly input: ReadonlyMap<InputField, ValueOrigin>
  /** Two calls with the same key are one step. */
  readonly key: string
}

export const makeCall = (operation: OperationProfile, variant: Variant, input: ReadonlyMap<InputField, ValueOrigin>): OperationCall => ({
  operation,
  variant,
  input,
  key: `${operation.offers[0].source.id} ${operation.id} ${JSON.stringify([...input].map(([{ field }, origin]) => [field, keyOf(origin)]))}`,
})

const keyOf = (origin: ValueOrigin): Schema.Json =>
  origin._tag === "Literal" ? [origin.value] : { of: origin.call.key, at: origin.pointer, in: origin.list ?? null }

/** A call and the calls that supply its inputs, suppliers first. */
export const callChain = (call: OperationCall): ReadonlyArray<OperationCall> => {
  const calls = new Map<string, OperationCall>()
  const visit = (next: OperationCall) => {
    for (const origin of next.input.values()) if (origin._tag === "CallOutput") visit(origin.call)
    if (!calls.has(next.key)) calls.set(next.key, next)
  }
  visit(call)
  return [...calls.values()]
}

/** A call and the calls that only supply its inputs: not a call that answers an earlier clause. */
export const ownChain = (call: OperationCall): ReadonlyArray<OperationCall> => {
  const supplied = [...call.input.values()].flatMap((origin) =>
    origin._tag === "CallOutput" && origin.isReference !== true ? ownChain(origin.call) : [],
  )
  return [...new Map([...supplied, call].map((each) => [each.key, each])).values()]
}

/** The mentions that a call and its suppliers use. */
export const mentionsUsedBy = (call: OperationCall): ReadonlyArray<Mention> =>
  callChain(call).flatMap(({ input }) =>
    [...input.values()].flatMap((origin) => (origin._tag === "Literal" && origin.mention ? [origin.mention] : [])),
  )
