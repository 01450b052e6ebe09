import { Clock, Effect, Layer, Redacted, Ref } from "effect"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { StateSigner } from "../../../domain/ask/continuation.ts"
import { SecretCipher, secretPlace } from "../../../domain/SecretCipher.ts"
import { Database, orUnavailable } from "../Database.ts"
import { continuationSecret } from "../storedSecrets.ts"
import { dayMs } from "../../../domain/time.ts"

interface SigningKey {
  readonly id: string
  readonly secret: Redacted.Redacted
  readonly ageMs: number
}

/** A key signs for a month; then the next one does, and it verifies for another day, longer than anything it signed is good for. */
const signsForMs = 30 * dayMs
const verifiesForMs = signsForMs + dayMs
const cachedForMs = 60_000

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const cipher = yield* SecretCipher
  const cache = yield* Ref.make<{ readonly keys: ReadonlyArray<SigningKey>; readonly at: number }>({
    keys: [],
    at: Number.NEGATIVE_INFINITY,
  })

  /** A key that cannot be decrypted neither signs nor verifies: what it signed must be requested again. */
  const decrypted = ({ ageMs, id, stored }: { readonly id: string; readonly stored: string; readonly ageMs: number }) =>
    cipher.decrypt(stored, secretPlace(continuationSecret, id)).pipe(
      Effect.map((secret) => [{ id, ageMs, secret }]),
      Effect.catch(({ message }) => Effect.as(Effect.logError(message), [])),
    )

  const load = Effect.gen(function* () {
    const rows = yield* sql<{ readonly id: string; readonly stored: string; readonly ageMs: number }>`
      select id, secret as stored, (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs" from continuation_key
      where created_at > clock_timestamp() - make_interval(secs => ${verifiesForMs / 1000}) order by created_at desc, id`
    const keys: ReadonlyArray<SigningKey> = (yield* Effect.forEach(rows, decrypted)).flat()
    yield* Ref.set(cache, { keys, at: yield* Clock.currentTimeMillis })
    return keys
  }).pipe(orUnavailable)

  const remembered = Effect.gen(function* () {
    const { at, keys } = yield* Ref.get(cache)
    return (yield* Clock.currentTimeMillis) - at < cachedForMs ? keys : yield* load
  })

  /** The newest key. Two nodes may each make one at the same time: both verify. */
  const signing = Effect.gen(function* () {
    const [newest] = yield* remembered
    if (newest !== undefined && newest.ageMs < signsForMs) return newest
    const id = randomBytes(6).toString("hex")
    const secret = cipher.encrypt(Redacted.make(randomBytes(32).toString("base64url")), secretPlace(continuationSecret, id))
    yield* orUnavailable(sql`insert into continuation_key (id, secret) values (${id}, ${secret})`)
    return (yield* load)[0]!
  })

  return StateSigner.of({
    sign: (text) => Effect.map(signing, (key) => `${key.id}.${macOf(key, text).toString("base64url")}`),
    verify: Effect.fnUntraced(function* (text, token) {
      const [id, mac, ...rest] = token.split(".")
      if (id === undefined || mac === undefined || rest.length > 0) return false
      const signingKey = (yield* remembered).find((key) => key.id === id) ?? (yield* load).find((key) => key.id === id)
      if (signingKey === undefined) return false
      const [given, right] = [Buffer.from(mac, "base64url"), macOf(signingKey, text)]
      // Not another writing of the same bytes: the state is copied unchanged.
      return given.length === right.length && timingSafeEqual(given, right) && mac === right.toString("base64url")
    }),
  })
})

const macOf = ({ secret }: SigningKey, text: string): Buffer =>
  createHmac("sha256", Buffer.from(Redacted.value(secret), "base64url"))
    .update(text)
    .digest()

export const PgStateSigner: Layer.Layer<StateSigner, never, Database | SecretCipher> = Layer.effect(StateSigner, make)
