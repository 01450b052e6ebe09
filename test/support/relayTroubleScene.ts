import { Effect } from "effect"
import { expect } from "vitest"
import { type Listing, Listings } from "../../domain/listing/Listing.ts"
import { testOrigin } from "../layers/origin/testOrigin.ts"
import { newBuyer } from "./gateway.ts"
import { expectCleanBooks } from "./processNodes.ts"
import { listingAt } from "./relayScene.ts"
import { expectAgreement } from "./relayTroubleBooks.ts"
import { ask, type Asking, type Got } from "./relayTroubleClient.ts"
import { until } from "./until.ts"

/** What an origin does with the bytes of a request. */
export type Does = Parameters<typeof testOrigin>[0]

/** An origin that does wrong in one way, and what its buyer is told. */
export interface Case<Told> {
  readonly name: string
  readonly does: Does
  readonly asking?: Partial<Asking>
  readonly listing?: Partial<Listing>
  readonly told: Told
}

/** Lists all of these, and waits until the gateway shows them. */
export const listAll = Effect.fnUntraced(function* (listings: ReadonlyArray<Listing>) {
  const { current, put } = yield* Listings
  yield* Effect.orDie(Effect.forEach(listings, put, { concurrency: 8, discard: true }))
  const shown = Effect.map(current, (all) => listings.every(({ origin, slug }) => all.get(slug)?.origin === origin))
  yield* Effect.repeat(Effect.delay(shown, "10 millis"), { until: (all) => all })
})

/**
 * Each case with an origin, a listing and a buyer of its own, all at once: what `read` makes of the answers is what was to be
 * told, no connection is left to an origin that did wrong (`open`), and the books of every buyer agree with it.
 */
export const expectTold = Effect.fnUntraced(function* <Told>(
  cases: ReadonlyArray<Case<Told>>,
  read: (got: Got, one: Case<Told>) => Told,
  { open }: { readonly open?: number } = {},
) {
  const scenes = yield* Effect.forEach(cases, (one, index) =>
    Effect.map(Effect.all([testOrigin(one.does), newBuyer()]), ([origin, buyer]) => ({ one, origin, buyer, slug: `case-${index}` })),
  )
  yield* listAll(scenes.map(({ one, origin, slug }) => listingAt(origin.origin, { slug, ...one.listing })))
  const answers = yield* Effect.forEach(scenes, ({ buyer, one, slug }) => ask(buyer.secret, { ...one.asking, path: `/${slug}/parcels` }), {
    concurrency: "unbounded",
  })
  const named = (told: (index: number) => unknown) => Object.fromEntries(cases.map(({ name }, index) => [name, told(index)]))
  expect(named((i) => read(answers[i]!, cases[i]!))).toEqual(named((i) => cases[i]!.told))
  expect(named((i) => answers[i]!.whole)).toEqual(named(() => true))
  if (open !== undefined) yield* Effect.exit(until(Effect.sync(() => scenes.every(({ origin }) => origin.open() === open))))
  expect(named((i) => scenes[i]!.origin.connections())).toEqual(named(() => 1))
  if (open !== undefined) expect(named((i) => scenes[i]!.origin.open())).toEqual(named(() => open))
  yield* Effect.forEach(scenes, ({ buyer }, i) => expectAgreement(buyer, [answers[i]!]), { concurrency: 4, discard: true })
  yield* expectCleanBooks
  return answers
})
