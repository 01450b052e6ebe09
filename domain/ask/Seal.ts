import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../Refusal.ts"

/** Signs what a buyer is given to bring back. Keys are replaced from time to time: the newest one signs, older ones still verify. */
export class Seal extends Context.Service<
  Seal,
  {
    /** A token that names its key and signs the text. */
    readonly sign: (text: string) => Effect.Effect<string, StorageUnavailable>
    readonly verify: (text: string, token: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("farthing/domain/ask/Seal") {}
