declare module "secp256k1/bindings.js" {
  const native: {
    readonly ecdsaRecover: (signature: Uint8Array, recoveryId: number, digest: Uint8Array, compressed: boolean) => Uint8Array
  }
  export default native
}
