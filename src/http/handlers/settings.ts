import { Context } from "effect"

export class DirectCallSettings extends Context.Service<
  DirectCallSettings,
  { readonly dispatchTimeoutMs: number; readonly closingMs: number }
>()("farthing/src/http/handlers/DirectCallSettings") {}
