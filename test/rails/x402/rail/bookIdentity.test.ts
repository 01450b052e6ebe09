import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { english, generateMnemonic } from "viem/accounts"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { RailDatabase } from "../../../../layers/postgres/Database.ts"
import { requireSameBooks } from "../../../../rails/x402/bookIdentity.ts"
import { walletAddress } from "../../../../rails/x402/wallets/derivedSigner.ts"
import { postgresLedgerFixture } from "../../../support/ledger/postgresLedgerFixture.ts"
import { someone } from "../support/authorize.ts"
import { settingsOf } from "./fixture.ts"

const phrase = () => Redacted.make(generateMnemonic(english))
const settings = { ...settingsOf({}), master: phrase() }
const mistakes = (over: Partial<typeof settings>) =>
  Effect.map(Effect.flip(requireSameBooks({ ...settings, ...over })), (error) => ("mistakes" in error ? error.mistakes : []))

layer(Layer.provide(RailDatabase, postgresLedgerFixture), { excludeTestServices: true })("the identity of the x402 books", (it) => {
  it.effect("wallets of a release that stored no identity are compared with the phrase", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const org = OrganisationId.make(crypto.randomUUID())
      yield* sql`insert into rail_x402.wallet (org, address) values (${org}, ${walletAddress(settings.master, org)})`
      expect(yield* mistakes({ master: phrase() })).toEqual([expect.stringContaining("Set the earlier phrase.")])
    }),
  )

  it.effect("the first start stores network, token and phrase, and a later start with another one is refused with a sentence", () =>
    Effect.gen(function* () {
      yield* requireSameBooks(settings)
      yield* requireSameBooks({ ...settings, asset: { ...settings.asset, address: `0x${settings.asset.address.slice(2).toLowerCase()}` } })
      const other = phrase()
      const answers = yield* mistakes({ master: other })
      expect(answers).toEqual([
        expect.stringMatching(/^FARTHING_X402_MASTER is another phrase \(fingerprint [0-9a-f]{8}\) .* \([0-9a-f]{8}\)/),
      ])
      expect(yield* mistakes({ network: { ...settings.network, caip2: "eip155:1" } })).toEqual([
        expect.stringContaining("the settings name eip155:1 and the x402 books of this database are in eip155:84532"),
      ])
      expect(yield* mistakes({ asset: { ...settings.asset, address: someone().address } })).toHaveLength(1)
    }),
  )
})
