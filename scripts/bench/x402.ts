import { Effect, type Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { connect, type DatabaseLocation } from "../../layers/postgres/Database.ts"
import { sandboxMaster } from "../../rails/x402/config/sandboxMaster.ts"
import { toHeader } from "../../rails/x402/protocol/header.ts"
import { sandboxAsset as asset, sandboxNetwork as network } from "../../rails/x402/sandbox/sandboxChain.ts"
import type { Authorization } from "../../rails/x402/settlement/Settlements.ts"
import { derivedAccount } from "../../rails/x402/wallet/derivedSigner.ts"
import { benchChain, value } from "./benchChain.ts"
import { childServer } from "./childServer.ts"
import { buy } from "./http.ts"
import { closedLoop, each, inTurns } from "./load.ts"

const perRound = 512
const payTo = derivedAccount(sandboxMaster, "treasury").address

const headerOf = ({ signature, ...authorization }: Authorization) => {
  const text = { ...authorization, value: String(value), validAfter: "0", validBefore: String(authorization.validBefore) }
  const accepted = {
    scheme: "exact",
    network: network.caip2,
    amount: String(value),
    asset: asset.address,
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: asset.name, version: asset.version },
  }
  return toHeader({ x402Version: 2, accepted, payload: { signature, authorization: text }, extensions: {} })
}

/**
 * Paid calls a second over HTTP whose callers sign each payment (64 callers at once; verified, claimed, in a block before the
 * answer), against settling one by one without a gateway.
 */
export const paidCalls = Effect.fnUntraced(function* (location: DatabaseLocation, secret: Redacted.Redacted, rounds: number) {
  // What another benchmark's chain left: this one begins anew under the same name.
  const sql = yield* connect(location, { maxConnections: 1 }).pipe(Effect.provide(Reactivity.layer))
  for (const table of ["watch", "watched", "settlement", "slot", "sending"]) yield* sql.unsafe(`delete from rail_x402.${table}`)
  const { gasKeys, oneByOne, perSecond, url } = yield* benchChain
  const gateway = yield* childServer("x402Entry.ts", {
    BENCH_DATABASE: JSON.stringify(location),
    BENCH_CHAIN: url,
    BENCH_GAS_KEYS: JSON.stringify(gasKeys),
  })
  const product = perSecond(perRound, payTo, (all) =>
    closedLoop(each(all), (payment) => buy(gateway, secret, { "payment-signature": headerOf(payment) })),
  )
  return yield* Effect.andThen(product, inTurns(rounds, product, oneByOne))
})
