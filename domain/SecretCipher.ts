import { Context, Data, type Effect, type Redacted } from "effect"

/** A stored secret cannot be decrypted: the sentence names the missing key. */
export class SecretUnreadable extends Data.TaggedError("SecretUnreadable")<{ readonly message: string }> {}

/** A column that holds encrypted secrets. `key` is the column of the row's primary key. */
export interface SecretColumn {
  readonly table: string
  readonly key: string
  readonly column: string
}

/** The place of one stored secret. It is a part of the encryption, so a ciphertext that is copied into another row cannot be decrypted. */
export const secretPlace = ({ column, table }: SecretColumn, row: string): string => `${table}.${column}:${row}`

/**
 * Encrypts the secrets that the gateway keeps in its database. Several keys may be configured: the first one encrypts, every one
 * decrypts. A value that was stored before secrets were encrypted is returned as it is.
 */
export class SecretCipher extends Context.Service<
  SecretCipher,
  {
    readonly encrypt: (secret: Redacted.Redacted, place: string) => string
    readonly decrypt: (stored: string, place: string) => Effect.Effect<Redacted.Redacted, SecretUnreadable>
    /** The value was encrypted with the first key. */
    readonly isCurrent: (stored: string) => boolean
  }
>()("farthing/domain/SecretCipher") {}
