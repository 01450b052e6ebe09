import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { type EarningAdjustment, PublisherBooks } from "../../../domain/publishing/PublisherBooks.ts"
import { postAdjustments } from "../../../domain/publishing/settlePayouts.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"

const adjustment = (ref: string): EarningAdjustment =>
  ({ ref, publisher: "p", payee: "p", kind: "charge_back", amount: microUsd(1n) }) as unknown as EarningAdjustment

it.effect("an adjustment that cannot be posted holds up no other one", () =>
  Effect.gen(function* () {
    const marked: Array<string> = []
    const books = {
      planAdjustments: () => Effect.void,
      unpostedAdjustments: () => Effect.succeed([adjustment("stuck"), adjustment("next")]),
      markPosted: ({ ref }: EarningAdjustment) => Effect.sync(() => void marked.push(ref)),
    }
    const execute = ({ ref }: { readonly ref: string }) => (ref === "stuck" ? Effect.fail(storageUnavailable()) : Effect.void)
    yield* postAdjustments.pipe(
      Effect.provideService(PublisherBooks, books as unknown as PublisherBooks["Service"]),
      Effect.provideService(Ledger, { execute } as unknown as Ledger["Service"]),
      Effect.provideService(Rails, new Map()),
    )
    expect(marked).toEqual(["next"])
  }),
)
