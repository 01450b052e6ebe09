import { Cache, Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import { toHex } from "viem"
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { transferTypes as types } from "../evm/authorization.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import { NotSigned, policyViolation, Signer, type SigningPolicy } from "./Signer.ts"

/** One key per organisation, derived from a master phrase. Only the phrase must be kept. */
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
        addressOf: (organisation) => Effect.map(Cache.get(accounts, organisation), ({ address }) => lowerCase(address)),
        sign: Effect.fnUntraced(function* (organisation, data) {
          const account = yield* Cache.get(accounts, organisation)
          const violation = policyViolation(policy, account.address, data)
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

/** The address of an organisation's wallet, lower case. */
export const walletAddress = (master: Redacted.Redacted, organisation: OrganisationId): Hex =>
  lowerCase(accountAt(masterNode(master), walletPath(organisation)).address)

/** An account of the gateway itself by name: the address that is paid, or a buyer of the sandbox. */
export const derivedAccount = (master: Redacted.Redacted, name: string): PrivateKeyAccount =>
  accountAt(masterNode(master), pathOf(`own:${name}`))

/** The private key of such an account. Only a sandbox may print it. */
export const derivedKey = (master: Redacted.Redacted, name: string): Hex => keyAt(masterNode(master), pathOf(`own:${name}`))

const masterNode = (master: Redacted.Redacted) => mnemonicToAccount(Redacted.value(master), { path: "m/44'/60'/402'" }).getHdKey()
type Node = ReturnType<typeof masterNode>

/** 124 bits of the hash of the organisation's id, so that no list of indices must be kept. */
const walletPath = (organisation: OrganisationId) => pathOf(`wallet:${organisation}`)

const pathOf = (name: string): string => {
  const hash = createHash("sha256").update(`farthing x402 ${name}`).digest()
  return `m/${[0, 4, 8, 12].map((offset) => hash.readUInt32BE(offset) & 0x7fffffff).join("/")}`
}

const keyAt = (node: Node, path: string): Hex => toHex(node.derive(path).privateKey!)
const accountAt = (node: Node, path: string): PrivateKeyAccount => privateKeyToAccount(keyAt(node, path))
