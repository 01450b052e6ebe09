import { Cache, Effect, Layer, Redacted } from "effect"
import { createHash, pbkdf2Sync } from "node:crypto"
import { toHex } from "viem"
import { HDKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { transferTypes as types } from "../evm/authorization.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { NotSigned, PhraseMissing, policyViolation, Signer, type SigningPolicy } from "./Signer.ts"

/** One key per organisation and phrase, derived from the phrase. Only the phrases must be kept. */
export const derivedSigner = (masters: ReadonlyArray<Redacted.Redacted>, policy: SigningPolicy) =>
  Layer.effect(
    Signer,
    Effect.gen(function* () {
      const nodes = new Map(masters.map((master) => [fingerprintOf(master), masterNode(master)]))
      const cached = yield* Cache.make({
        capacity: 10_000,
        lookup: (key: string) => {
          const [phrase = "", organisation = ""] = key.split(" ")
          const node = nodes.get(phrase)
          return node === undefined
            ? Effect.fail(new PhraseMissing({ message: `this gateway does not have the wallet phrase with the fingerprint ${phrase}` }))
            : Effect.succeed(accountAt(node, walletPath(organisation)))
        },
      })
      const accountOf = (organisation: OrganisationId, phrase: string) => Cache.get(cached, `${phrase} ${organisation}`)
      const siblingsOf = Effect.fnUntraced(function* (organisation: OrganisationId, phrase: string) {
        const others = [...nodes.keys()].filter((other) => other !== phrase)
        return yield* Effect.forEach(others, (other) => Effect.map(accountOf(organisation, other), ({ address }) => address))
      })
      return Signer.of({
        phrases: [...nodes.keys()],
        addressOf: (organisation, phrase) => Effect.map(accountOf(organisation, phrase), ({ address }) => lowerCase(address)),
        sign: Effect.fnUntraced(function* (organisation, phrase, data) {
          const account = yield* accountOf(organisation, phrase)
          const violation = policyViolation(policy, account.address, data, yield* siblingsOf(organisation, phrase))
          if (violation !== undefined) return yield* new NotSigned({ message: violation })
          const { domain, message } = data
          return yield* Effect.tryPromise({
            try: () => account.signTypedData({ domain, types, primaryType: "TransferWithAuthorization", message }),
            catch: () => new NotSigned({ message: "the wallet's key did not sign" }),
          })
        }),
      })
    }),
  )

/** The first 8 digits of an address that is derived from the phrase and used for nothing else. It does not help to find the phrase. */
export const fingerprintOf = (master: Redacted.Redacted): string => lowerCase(derivedAccount(master, "fingerprint").address).slice(2, 10)

/** The address of an organisation's wallet, lower case. */
export const walletAddress = (master: Redacted.Redacted, organisation: OrganisationId): Hex =>
  lowerCase(accountAt(masterNode(master), walletPath(organisation)).address)

/** An account of the gateway itself by name: the address that is paid, or a buyer of the sandbox. */
export const derivedAccount = (master: Redacted.Redacted, name: string): PrivateKeyAccount =>
  accountAt(masterNode(master), pathOf(`own:${name}`))

/** The private key of such an account. Only a sandbox may print it. */
export const derivedKey = (master: Redacted.Redacted, name: string): Hex => keyAt(masterNode(master), pathOf(`own:${name}`))

/** The seed of a phrase by BIP-39: 2,048 rounds take Node's own library 5 ms, and one in JavaScript 25 ms. */
const seedOf = (phrase: string) => pbkdf2Sync(phrase.normalize("NFKD"), "mnemonic", 2_048, 64, "sha512")

const masterNodes = new WeakMap<Redacted.Redacted, HDKey>()

/** Derived once for each phrase of the process. */
const masterNode = (master: Redacted.Redacted): HDKey => {
  const node = masterNodes.get(master) ?? HDKey.fromMasterSeed(seedOf(Redacted.value(master))).derive("m/44'/60'/402'")
  masterNodes.set(master, node)
  return node
}

/** 124 bits of the hash of the organisation's id, so that no list of indices must be kept. */
const walletPath = (organisation: string) => pathOf(`wallet:${organisation}`)

const pathOf = (name: string): string => {
  const hash = createHash("sha256").update(`farthing x402 ${name}`).digest()
  return `m/${[0, 4, 8, 12].map((offset) => hash.readUInt32BE(offset) & 0x7fffffff).join("/")}`
}

const keyAt = (node: HDKey, path: string): Hex => toHex(node.derive(path).privateKey!)
const accountAt = (node: HDKey, path: string): PrivateKeyAccount => privateKeyToAccount(keyAt(node, path))
