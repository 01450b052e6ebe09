import { x402Facilitator } from "@x402/core/facilitator"
import { ExactEvmScheme } from "@x402/evm/exact/facilitator"
import { ExactEvmSchemeV1 } from "@x402/evm/exact/v1/facilitator"
import { type SandboxClient, minter } from "../../../../rails/x402/sandbox/placeContracts.ts"
import { factory } from "./wallets.ts"

/** The official facilitator in this process, over the same chain. */
export const officialFacilitator = (client: SandboxClient) => {
  const never = () => Promise.reject(new Error("a verification writes nothing"))
  const signer: ConstructorParameters<typeof ExactEvmScheme>[0] = {
    getAddresses: () => [minter],
    readContract: (args) => client.readContract(args as Parameters<SandboxClient["readContract"]>[0]),
    getCode: (args) => client.getCode(args),
    verifyTypedData: never,
    writeContract: never,
    sendTransaction: never,
    waitForTransactionReceipt: never,
  }
  const config = { eip6492AllowedFactories: [factory] }
  const facilitator = new x402Facilitator()
    .register("eip155:84532", new ExactEvmScheme(signer, config))
    .registerV1("base-sepolia" as never, new ExactEvmSchemeV1(signer, config))
  type Payload = Parameters<typeof facilitator.verify>[0]
  type Requirements = Parameters<typeof facilitator.verify>[1]
  /** Its reason, `valid`, or `throws`. */
  return (payload: unknown, requirements: unknown): Promise<string> =>
    facilitator.verify(payload as Payload, requirements as Requirements).then(
      ({ invalidReason, isValid }) => (isValid ? "valid" : (invalidReason ?? "invalid")),
      () => "throws",
    )
}
