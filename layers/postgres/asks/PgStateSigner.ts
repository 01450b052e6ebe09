import { Clock, Effect, Layer, Ref } from "effect"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { StateSigner } from "../../../domain/ask/continuation.ts"
import { Database, orUnavailable } from "../Database.ts"
import { dayMs } from "../../../domain/time.ts"

interface KeyRow {
  readonly id: string
  readonly secret: string
  readonly ageMs: number
}

/** A key signs for a month; then the next one does, and it verifies for another day, longer than anything it signed is good for. */
const signsForMs = 30 * dayMs
const verifiesForMs = signsForMs + dayMs
const cachedForMs = 60_000

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const cache = yield* Ref.make<{ readonly keys: ReadonlyArray<KeyRow>; readonly at: number }>({ keys: [], at: Number.NEGATIVE_INFINITY })

  const load = Effect.gen(function* () {
    const keys =
      yield* sql<KeyRow>`select id, secret, (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as "ageMs" from continuation_key
      where created_at > clock_timestamp() - make_interval(secs => ${verifiesForMs / 1000}) order by created_at desc, id`
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
    yield* sql`insert into continuation_key (id, secret) values (${randomBytes(6).toString("hex")}, ${randomBytes(32).toString("base64url")})`.pipe(
      orUnavailable,
    )
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

const macOf = ({ secret }: KeyRow, text: string): Buffer => createHmac("sha256", Buffer.from(secret, "base64url")).update(text).digest()

export const PgStateSigner: Layer.Layer<StateSigner, never, Database> = Layer.effect(StateSigner, make)
