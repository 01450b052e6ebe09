import { Effect } from "effect"
import { noticeSecret } from "../../domain/identity/Organisations.ts"
import { SecretCipher, type SecretColumn, secretPlace } from "../../domain/SecretCipher.ts"
import { Database } from "./Database.ts"

export const continuationSecret: SecretColumn = { table: "continuation_key", key: "id", column: "secret" }
export const listingSecret: SecretColumn = { table: "listing", key: "slug", column: "signing_secret" }
export const webhookSecret: SecretColumn = { table: "marketplace", key: "id", column: "webhook_secret" }
export const webhookSecretBefore: SecretColumn = { table: "marketplace", key: "id", column: "webhook_secret_before" }

/** The columns of the gateway itself. Rails bring their own. */
const ownColumns = [continuationSecret, listingSecret, noticeSecret, webhookSecret, webhookSecretBefore]

const storedSecrets = Effect.fnUntraced(function* (ofRails: ReadonlyArray<SecretColumn>) {
  const { money: sql } = yield* Database
  const secrets = yield* Effect.forEach([...ownColumns, ...ofRails], (place) =>
    Effect.map(
      sql<{ readonly row: string; readonly stored: string }>`select ${sql(place.key)} as row, ${sql(place.column)} as stored
        from ${sql(place.table)} where ${sql(place.column)} is not null`,
      (rows) => rows.map((row) => ({ ...row, place })),
    ),
  )
  return secrets.flat()
})

/** Fails with a sentence if one of the stored secrets cannot be decrypted. Answers how many are not encrypted with the first key. */
export const checkSecrets = Effect.fnUntraced(function* (ofRails: ReadonlyArray<SecretColumn>) {
  const { decrypt, isCurrent } = yield* SecretCipher
  const secrets = yield* storedSecrets(ofRails)
  yield* Effect.forEach(secrets, ({ place, row, stored }) => decrypt(stored, secretPlace(place, row)), { discard: true })
  return secrets.filter(({ stored }) => !isCurrent(stored)).length
})

/**
 * Encrypts every stored secret with the first key. A secret that is replaced meanwhile keeps its new value. Answers how many were
 * encrypted; a second run answers 0.
 */
export const renewSecrets = Effect.fnUntraced(function* (ofRails: ReadonlyArray<SecretColumn>) {
  const { money: sql } = yield* Database
  const { decrypt, encrypt, isCurrent } = yield* SecretCipher
  let renewed = 0
  for (const { place, row, stored } of yield* storedSecrets(ofRails)) {
    if (isCurrent(stored)) continue
    const at = secretPlace(place, row)
    const next = encrypt(yield* decrypt(stored, at), at)
    const rows = yield* sql`update ${sql(place.table)} set ${sql(place.column)} = ${next}
      where ${sql(place.key)} = ${row} and ${sql(place.column)} = ${stored} returning 1`
    renewed += rows.length
  }
  return renewed
})
