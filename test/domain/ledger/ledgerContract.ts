import { layer as suite } from "@effect/vitest"
import type { Layer } from "effect"
import type { Ledger } from "../../../domain/ledger/Ledger.ts"
import type { LedgerFixture } from "../../support/ledger/LedgerFixture.ts"
import { admission } from "./contract/admission.ts"
import { closing } from "./contract/closing.ts"
import { corrections } from "./contract/corrections.ts"
import { identities } from "./contract/identities.ts"
import { limits } from "./contract/limits.ts"
import { settlement } from "./contract/settlement.ts"
import { twice } from "./contract/twice.ts"

/** The laws of the Ledger port. Every store calls this from a tiny file. */
export const ledgerContract = (name: string, store: Layer.Layer<Ledger | LedgerFixture, unknown>) =>
  suite(store, { excludeTestServices: true })(name, (it) => {
    admission(it)
    limits(it)
    identities(it)
    closing(it)
    settlement(it)
    corrections(it)
    twice(it)
  })
