import { unmetDays } from "./unmetDays.ts"
import type { UnmetForm } from "./unmetForm.ts"
import { unmetNumbers } from "./unmetNumbers.ts"
import { unmetParts } from "./unmetParts.ts"
import { unmetPeople } from "./unmetPeople.ts"
import { unmetReferences } from "./unmetReferences.ts"
import { unmetRequests } from "./unmetRequests.ts"

/** The stretches of a question whose form of request the goals do not meet, though their operations know each word. */
export const unmetForms: UnmetForm = (search, goals) =>
  [...unmetDays, ...unmetNumbers, ...unmetParts, ...unmetPeople, ...unmetReferences, ...unmetRequests].flatMap((form) =>
    form(search, goals),
  )
