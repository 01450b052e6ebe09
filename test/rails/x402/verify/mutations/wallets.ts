import { someone } from "../../support/authorize.ts"
import { amountOf, signatureReason, simulationReason, type Mutation } from "./Mutation.ts"

/** Smart wallets: one that is deployed, and one that is not. `rich` owns both. */
export const wallets: ReadonlyArray<Mutation> = [
  { name: "a wallet's owner signs", signs: ({ wallet }) => ({ from: wallet.address }), reason: "valid" },
  { name: "a stranger signs for a wallet", signs: ({ wallet }) => ({ from: wallet.address, signer: someone() }), reason: signatureReason },
  {
    name: "a stranger signs for a wallet, and to another payee",
    signs: ({ wallet }) => ({ from: wallet.address, signer: someone(), to: someone().address }),
    reason: signatureReason,
  },
  {
    name: "a wallet pays another payee",
    signs: ({ wallet }) => ({ from: wallet.address, to: someone().address }),
    reason: "invalid_exact_evm_recipient_mismatch",
  },
  {
    name: "a wallet's signature of 66 bytes",
    signs: ({ wallet }) => ({ from: wallet.address }),
    signature: (made) => `${made}00`,
    reason: signatureReason,
  },
  {
    name: "a wallet without the means",
    signs: ({ wallet }) => ({ from: wallet.address, value: 10_000_000n }),
    requirement: (wire) => (wire[amountOf(wire)] = "10000000"),
    reason: "invalid_exact_evm_insufficient_balance",
  },
  {
    name: "a deployed wallet, wrapped",
    signs: ({ wallet }) => ({ from: wallet.address }),
    signature: (made, { wallet }) => wallet.wrap(made),
    reason: "valid",
  },
  {
    name: "a deployed wallet, wrapped with a strange factory",
    signs: ({ wallet }) => ({ from: wallet.address }),
    signature: (made, { payee, wallet }) => wallet.wrap(made, payee),
    reason: "valid",
  },
  {
    name: "an undeployed wallet, wrapped",
    signs: ({ counterfactual }) => ({ from: counterfactual.address }),
    signature: (made, { counterfactual }) => counterfactual.wrap(made),
    reason: "valid",
  },
  { name: "an undeployed wallet, not wrapped", signs: ({ counterfactual }) => ({ from: counterfactual.address }), reason: signatureReason },
  {
    name: "an undeployed wallet, a stranger signs",
    signs: ({ counterfactual }) => ({ from: counterfactual.address, signer: someone() }),
    signature: (made, { counterfactual }) => counterfactual.wrap(made),
    reason: simulationReason,
  },
  {
    name: "an undeployed wallet by a factory that is not listed",
    signs: ({ counterfactual }) => ({ from: counterfactual.address }),
    signature: (made, { counterfactual, payee }) => counterfactual.wrap(made, payee),
    reason: "eip6492_factory_not_allowed",
  },
  {
    name: "an undeployed wallet pays another payee",
    signs: ({ counterfactual }) => ({ from: counterfactual.address, to: someone().address }),
    signature: (made, { counterfactual }) => counterfactual.wrap(made),
    reason: "invalid_exact_evm_recipient_mismatch",
  },
  {
    name: "the deployment of another wallet",
    signs: ({ counterfactual }) => ({ from: counterfactual.address }),
    signature: (made, { wallet }) => wallet.wrap(made),
    reason: simulationReason,
  },
  {
    name: "a key's payment, wrapped with the listed factory",
    signature: (made, { counterfactual }) => counterfactual.wrap(made),
    reason: "valid",
  },
]
