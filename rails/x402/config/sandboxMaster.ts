import { Redacted } from "effect"

/** Known to everybody: what it controls has no value outside a sandbox. */
export const sandboxMaster = Redacted.make("test test test test test test test test test test test junk")
