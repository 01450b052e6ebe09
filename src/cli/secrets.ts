import { Effect } from "effect"
import { Command } from "effect/cli"
import { checkSecrets, renewSecrets } from "../../layers/postgres/storedSecrets.ts"
import { railSecrets } from "../../rails/registry.ts"
import { Settings } from "../Settings.ts"
import { audited } from "../../domain/operating/OperatorLog.ts"
import { reasonOrSandbox, sandboxReasonFlag } from "./flags.ts"
import { jsonFlag, print } from "./output.ts"
import { withServices } from "./services.ts"

/**
 * Before a gateway serves: every stored secret can be decrypted. A sandbox encrypts the rest at once. In live mode the operator decides when,
 * since a node of an older release, or one without the first key, could not read them any more.
 */
export const prepareSecrets = Effect.gen(function* () {
  const { mode } = yield* Settings
  const others = yield* checkSecrets(railSecrets())
  if (others === 0) return
  if (mode === "sandbox") yield* renewSecrets(railSecrets())
  else yield* Effect.logWarning(`${notRenewed(others)} ${advice}`)
})

const notRenewed = (count: number) => `${count} secrets in the database are not encrypted with the first key of FARTHING_ENCRYPTION_KEYS.`
const advice = "When all nodes run this release with these keys, run: farthing secrets renew --reason …"

const check = Command.make(
  "check",
  { json: jsonFlag },
  Effect.fn(function* ({ json }) {
    const others = yield* checkSecrets(railSecrets())
    const text = others === 0 ? "All are encrypted with the first key." : `${notRenewed(others)} ${advice}`
    yield* print(json, { not_renewed: others }, `Every secret in the database can be decrypted. ${text}`)
  }, withServices),
).pipe(Command.withDescription("Whether the keys of the settings decrypt every stored secret"))

const renew = Command.make(
  "renew",
  { reason: sandboxReasonFlag, json: jsonFlag },
  Effect.fn(function* ({ json, reason }) {
    const action = { action: "secrets renew", organisation: null, subject: "stored secrets", reason: yield* reasonOrSandbox(reason) }
    const renewed = yield* audited(action, Effect.succeed({}), renewSecrets(railSecrets()), (renewed) => ({ renewed }))
    yield* print(json, { renewed }, `Encrypted ${renewed} secrets with the first key. The other keys can be removed from the settings.`)
  }, withServices),
).pipe(Command.withDescription("Encrypt every stored secret with the first key of FARTHING_ENCRYPTION_KEYS"))

export const secrets = Command.make("secrets").pipe(
  Command.withDescription("Secrets in the database"),
  Command.withSubcommands([check, renew]),
)
