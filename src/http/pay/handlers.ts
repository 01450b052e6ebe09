import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CheckoutChain } from "../../../domain/connect/CheckoutChain.ts"
import {
  cancelCheckout,
  findCheckout,
  preparePayment,
  preparePermit,
  presentTransaction,
  relayPayment,
} from "../../../domain/connect/payCheckout.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../Api.ts"
import { sessionView, statusView } from "../checkouts/views.ts"

export const PayHandlers = HttpApiBuilder.group(Api, "pay", (handlers) =>
  handlers
    .handle(
      "session",
      Effect.fnUntraced(function* ({ params }) {
        const record = yield* findCheckout(params.id)
        const { mode, testMoney } = yield* Settings
        return sessionView(record, { network: (yield* CheckoutChain)?.network ?? null, testMoney: testMoney || mode === "sandbox" })
      }, answer),
    )
    .handle("status", ({ params }) => answer(Effect.map(findCheckout(params.id), statusView)))
    .handle(
      "prepare",
      Effect.fnUntraced(function* ({ params, payload: { buyer, permit } }) {
        const wallet = buyer.toLowerCase()
        if (permit !== undefined) return { transaction: yield* preparePermit(params.id, wallet, permit) }
        const { instructions } = yield* preparePayment(params.id, wallet)
        return {
          network: instructions.network,
          chain_id: instructions.chainId,
          gasless: instructions.gasless,
          transaction: instructions.transaction,
          permit: instructions.permit ?? null,
        }
      }, answer),
    )
    .handle(
      "pay",
      Effect.fnUntraced(function* ({ params, payload: { buyer, signature, tx_hash } }) {
        if (tx_hash !== undefined && signature === undefined && buyer === undefined) {
          return statusView(yield* presentTransaction(params.id, tx_hash.toLowerCase()))
        }
        if (tx_hash === undefined && signature !== undefined && buyer !== undefined) {
          return statusView(yield* relayPayment(params.id, buyer.toLowerCase(), signature))
        }
        return yield* new InvalidRequest({ message: "Send either `tx_hash`, or `signature` and `buyer`. No money moved." })
      }, answer),
    )
    .handle("cancel", ({ params }) => answer(Effect.map(cancelCheckout(params.id), statusView))),
)
