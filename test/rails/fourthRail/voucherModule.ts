import { Console, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { microUsd } from "../../../domain/money/Money.ts"
import type { Rail } from "../../../domain/rail/Rail.ts"
import { describe } from "../../../rails/http/describe.ts"
import { routeErrors } from "../../../rails/http/errors.ts"
import { emptyApi } from "../../../rails/http/RoutePolicy.ts"
import type { RailModule } from "../../../rails/RailModule.ts"
import { FakeRail } from "../../support/fakeRail.ts"

const outside = new FakeRail({ id: "voucher", settles: "before_answer", signed: true, remainderTo: "credits", opens: microUsd(100_000n) })

/** The caller presents a voucher in a header of its own; each voucher pays for one call. */
const rail: Rail = {
  ...outside.rail,
  paymentHeaders: ["x-voucher"],
  challenge: (_buyer, { max }) =>
    Effect.succeed({ headers: { "voucher-required": String(max) }, members: { voucher: { amount: String(max) } } }),
  receipt: (call) => ({ "voucher-response": `${call.id} ${call.settlement}` }),
}

class VoucherGroup extends HttpApiGroup.make("vouchers").add(
  HttpApiEndpoint.post("sold", "/v1/webhooks/voucher", {
    success: Schema.Struct({ received: Schema.Boolean }).annotate({ identifier: "VoucherReceived" }),
    error: [...routeErrors],
  }).annotateMerge(describe({ summary: "Take a sale from the voucher shop", responses: { 200: { received: true } } })),
) {}

const handlers = HttpApiBuilder.group(emptyApi.add(VoucherGroup), "vouchers", (handlers) =>
  handlers.handle("sold", () => Effect.succeed({ received: true })),
)

/** A rail that only this folder contains, with every part that a module can have. */
export const voucherModule: RailModule = {
  id: "voucher",
  description: rail.description,
  tables: { "0001_voucher": ["create table rail_voucher.voucher (code text primary key)"] },
  settings: ["VOUCHER_SHOP"],
  routes: [{ group: VoucherGroup, handlers }],
  requestHeaders: [{ name: "X-VOUCHER", description: "A voucher that pays for the call." }],
  responseHeaders: [
    { name: "VOUCHER-REQUIRED", description: "The value of the voucher that pays for the next request.", on: "challenge" },
    { name: "VOUCHER-RESPONSE", description: "The outcome of the presented voucher.", on: "receipt" },
  ],
  challengeMembers: { voucher: Schema.optionalKey(Schema.Struct({ amount: Schema.String })) },
  otherPaymentKinds: ["voucher_sale"],
  command: ({ jsonFlag }) =>
    Command.make("voucher" as string, { json: jsonFlag }, ({ json }) => Console.log(json ? '{"sold":0}' : "No voucher was sold.")).pipe(
      Command.withDescription("Vouchers of the shop"),
    ),
  sandboxComponents: [{ name: "voucher-shop", command: ["voucher-shop", "--port", "{port}"], ready: { answers: "/" } }],
  make: Effect.succeed({ rail }),
}
