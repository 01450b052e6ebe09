import { expect, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { hashTypedData, type Hex, keccak256, recoverAddress, recoverPublicKey } from "viem"
import { privateKeyToAccount, sign } from "viem/accounts"
import { type Authorization, digestOf } from "../../../../rails/x402/evm/authorization.ts"
import { lowerCase } from "../../../../rails/x402/evm/hex.ts"
import { loadNative, loadWasm, type Secp256k1, signDigest, signerOf } from "../../../../rails/x402/evm/signatures.ts"
import { goldenVector } from "../protocol/goldenVector.ts"
import { authorizationTypes as types } from "./fixture.ts"

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const native = await loadNative()
const libraries: ReadonlyArray<readonly [string, Secp256k1 | undefined]> = [
  ["native", native],
  ["wasm", await loadWasm()],
]

it("the digest and the signer of the specification's own example are reproduced", () => {
  const domain = {
    name: "USDC",
    version: "2",
    chainId: 84_532,
    verifyingContract: "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
  } as const
  const digest = digestOf(domain, goldenVector.authorization)
  expect(hex(digest)).toBe(goldenVector.digest)
  expect(signerOf(digest, goldenVector.authorization.signature)?.address).toBe(goldenVector.authorization.from)
})

it("the native secp256k1 library is loaded on linux-x64", () => {
  if (`${process.platform}-${process.arch}` === "linux-x64") expect(native).toBeDefined()
})

const word = Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: 2n ** 256n - 1n }))
const bytesOf = (value: bigint, size: number): Hex => `0x${(value % 2n ** BigInt(size * 8)).toString(16).padStart(size * 2, "0")}`
const addressOf = (value: bigint) => lowerCase(keccak256(bytesOf(value, 32))).slice(0, 42) as Hex

it.prop(
  "the digest of any authorization and token equals viem's",
  [word, word, word, word, word, Schema.String, Schema.String, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 48 }))],
  ([who, value, validAfter, validBefore, nonce, name, version, chainId]) => {
    const message = {
      from: addressOf(who),
      to: addressOf(who ^ 1n),
      value,
      validAfter,
      validBefore,
      nonce: bytesOf(nonce, 32),
    }
    const domain = { name, version, chainId, verifyingContract: addressOf(who ^ 2n) }
    const authorization: Authorization = { ...message, signature: "0x" }
    const expected = hashTypedData({ domain, types, primaryType: "TransferWithAuthorization", message })
    expect(hex(digestOf(domain, authorization))).toBe(expected)
    expect(hex(digestOf(domain, authorization))).toBe(expected)
  },
)

/** What viem makes of a signature of 65 bytes: an address, or nothing. */
const viemSays = (hash: Hex, signature: Hex) =>
  recoverAddress({ hash, signature }).then(
    (address) => address.toLowerCase(),
    () => undefined,
  )

const spellings = (signature: Hex): ReadonlyArray<Hex> => {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
  const highS = (order - BigInt(`0x${s}`)).toString(16).padStart(64, "0")
  const bit = v === "1b" ? "00" : "01"
  const other = v === "1b" ? "1c" : "1b"
  return [
    signature,
    `0x${r}${s}${bit}`,
    `0x${r}${s}${other}`,
    `0x${r}${highS}${other}`,
    `0x${r}${highS}${v}`,
    `0x${r}${s}1d`,
    `0x${r}${s}`,
    `0x${r}${s}${v}00`,
    `0x${"0".repeat(64)}${s}${v}`,
    `0x${r}${"0".repeat(64)}${v}`,
    `0x${order.toString(16)}${s}${v}`,
    `0x${r}${"f".repeat(64)}${v}`,
    `0x${s}${r}${v}`,
  ]
}

it.each(libraries)("%s recovers the same signer as viem from every spelling of 60 random signatures", async (_, by) => {
  for (let times = 0; times < 60; times++) {
    const privateKey = hex(randomBytes(32))
    const digest = randomBytes(32)
    const signature = await sign({ hash: hex(digest), privateKey, to: "hex" })
    for (const spelling of spellings(signature)) {
      const theirs = spelling.length === 132 ? await viemSays(hex(digest), spelling) : undefined
      expect(signerOf(digest, spelling, by)?.address, spelling).toBe(theirs)
    }
    expect(signerOf(digest, signature, by)).toEqual({ address: lowerCase(privateKeyToAccount(privateKey).address), signature })
  }
})

it("both libraries recover the same key from random bytes", async () => {
  for (let times = 0; times < 200; times++) {
    const [digest, signature] = [randomBytes(32), randomBytes(64)]
    const recoveryId = times % 2 === 0 ? 0 : 1
    const keys = libraries.map(([, by]) => by?.recover(digest, signature, recoveryId))
    const theirs = await recoverPublicKey({ hash: hex(digest), signature: `${hex(signature)}${recoveryId === 0 ? "1b" : "1c"}` }).catch(
      () => undefined,
    )
    expect(keys.map((key) => key && hex(key))).toEqual([theirs, theirs])
  }
})

it.prop("a digest is signed as viem signs it, by either library", [word, word], ([key, message]) =>
  Effect.gen(function* () {
    const privateKey = bytesOf((key % (order - 1n)) + 1n, 32)
    const hash = keccak256(bytesOf(message, 32))
    const expected = yield* Effect.promise(() => sign({ hash, privateKey }))
    for (const [name, library] of libraries) {
      if (library === undefined) continue
      const { r, s, yParity } = signDigest(Buffer.from(hash.slice(2), "hex"), Buffer.from(privateKey.slice(2), "hex"), library)
      expect([name, r, s, yParity]).toEqual([name, expected.r, expected.s, expected.yParity])
    }
  }).pipe(Effect.runPromise),
)
