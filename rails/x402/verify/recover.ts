/**
 * The public key (65 bytes, uncompressed) whose owner made the signature (64 bytes: r, s) of a digest. Undefined where there is
 * none. A signature with a high `s` has one too; tokens refuse it, so only a simulation says whether one is good.
 */
export type Recover = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | undefined

/** libsecp256k1 as a native addon: 25 times as fast as plain JavaScript. Undefined where there is no build for this platform. */
export const loadNative = (): Promise<Recover | undefined> =>
  import("secp256k1/bindings.js").then(
    ({ default: { ecdsaRecover } }): Recover =>
      (digest, signature, recoveryId) => {
        try {
          return ecdsaRecover(signature, recoveryId, digest, false)
        } catch {
          return undefined
        }
      },
    () => undefined,
  )

/** The same library as WebAssembly: a third of the speed, on every platform. */
export const loadWasm = async (): Promise<Recover> => {
  const { instantiateSecp256k1 } = await import("@bitauth/libauth")
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1()
  return (digest, signature, recoveryId) => {
    const recovered = recoverPublicKeyUncompressed(signature, recoveryId, digest)
    return typeof recovered === "string" ? undefined : recovered
  }
}

export const recover: Recover = (await loadNative()) ?? (await loadWasm())
