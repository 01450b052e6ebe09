declare module "secp256k1/bindings.js" {
  const native: {
    readonly ecdsaRecover: (signature: Uint8Array, recoveryId: number, digest: Uint8Array, compressed: boolean) => Uint8Array
    readonly ecdsaSign: (digest: Uint8Array, privateKey: Uint8Array) => { readonly signature: Uint8Array; readonly recid: number }
  }
  export default native
}
