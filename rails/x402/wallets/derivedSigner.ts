import { Cache, Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import { toHex } from "viem"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import type { Hex } from "../evm/hex.ts"
import { forbidden, NotSigned, Signer, type SigningPolicy } from "./Signer.ts"
import { transferTypes as types } from "../evm/authorization.ts"

/** One key per organisation, derived from a master phrase: nothing but the phrase has to be kept. */
export const derivedSigner = (master: Redacted.Redacted, policy: SigningPolicy) =>
  Layer.effect(
    Signer,
    Effect.gen(function* () {
      const node = masterNode(master)
      const accounts = yield* Cache.make({
        capacity: 10_000,
        lookup: (organisation: OrganisationId) => Effect.sync(() => accountAt(node, walletPath(organisation))),
      })
      return Signer.of({
        addressOf: (organisation) => Effect.map(Cache.get(accounts, organisation), ({ address }) => lower(address)),
        sign: Effect.fnUntraced(function* (organisation, data) {
          const account = yield* Cache.get(accounts, organisation)
          const why = forbidden(policy, account.address, data)
          if (why !== undefined) return yield* new NotSigned({ message: why })
          const { domain, message } = data
          return yield* Effect.tryPromise({
            try: () => account.signTypedData({ domain, types, primaryType: "TransferWithAuthorization", message }),
            catch: () => new NotSigned({ message: "the wallet's key did not sign" }),
          })
        }),
      })
    }),
  )

/** An account of the gateway's own, by its name: where payments go, or a buyer of the sandbox. */
export const derivedAccount = (master: Redacted.Redacted, name: string): PrivateKeyAccount =>
  accountAt(masterNode(master), pathOf(`own:${name}`))

/** The private key of such an account, to be shown in a sandbox only. */
export const derivedKey = (master: Redacted.Redacted, name: string): Hex => keyAt(masterNode(master), pathOf(`own:${name}`))

const masterNode = (master: Redacted.Redacted) => mnemonicToAccount(Redacted.value(master), { path: "m/44'/60'/402'" }).getHdKey()
type Node = ReturnType<typeof masterNode>

/** The organisation's own path: 124 bits of the hash of its id, so that no list of indices has to be kept. */
const walletPath = (organisation: OrganisationId) => pathOf(`wallet:${organisation}`)

const pathOf = (name: string): string => {
  const hash = createHash("sha256").update(`farthing x402 ${name}`).digest()
  return `m/${[0, 4, 8, 12].map((at) => hash.readUInt32BE(at) & 0x7fffffff).join("/")}`
}

const keyAt = (node: Node, path: string): Hex => toHex(node.derive(path).privateKey!)
const accountAt = (node: Node, path: string): PrivateKeyAccount => privateKeyToAccount(keyAt(node, path))

const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`
