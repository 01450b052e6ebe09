/** The wallets of this browser: by EIP-6963, each with its name, otherwise the one injected as `window.ethereum`. */
export const findWallets = async () => {
  const announced = new Map()
  const hear = ({ detail }) => {
    if (detail?.provider && detail.info)
      announced.set(detail.info.uuid, { name: String(detail.info.name).slice(0, 40), provider: detail.provider })
  }
  window.addEventListener("eip6963:announceProvider", hear)
  window.dispatchEvent(new Event("eip6963:requestProvider"))
  await new Promise((resolve) => setTimeout(resolve, 150))
  window.removeEventListener("eip6963:announceProvider", hear)
  if (announced.size > 0) return [...announced.values()]
  return window.ethereum ? [{ name: "wallet", provider: window.ethereum }] : []
}

/** What the owner of the wallet did or must do, as a sentence. */
export class WalletProblem extends Error {}

const request = async (provider, method, params = []) => {
  try {
    return await provider.request({ method, params })
  } catch (error) {
    const code = error?.code ?? error?.data?.originalError?.code
    if (code === 4001 || code === "ACTION_REJECTED") throw new WalletProblem("You declined in your wallet. Nothing was paid.")
    if (code === -32002) throw new WalletProblem("Your wallet has an open request already. Open the wallet and answer it.")
    if (code === 4902) throw Object.assign(new WalletProblem(""), { isUnknownChain: true })
    const text = String(error?.message ?? error).slice(0, 200)
    throw new WalletProblem(`Your wallet could not do this: ${text}`)
  }
}

/** The address that the owner chooses. */
export const connect = async ({ provider }) => {
  const [address] = await request(provider, "eth_requestAccounts")
  if (!address) throw new WalletProblem("Your wallet has no account. Create or unlock one.")
  return address
}

export const switchChain = async ({ provider }, chainId) => {
  if ((await request(provider, "eth_chainId")) === chainId) return
  try {
    await request(provider, "wallet_switchEthereumChain", [{ chainId }])
  } catch (error) {
    if (!error.isUnknownChain) throw error
    throw new WalletProblem(
      `Your wallet does not have the network with the id ${Number(chainId)}. Add it in the wallet's settings, then try again. Nothing was paid.`,
    )
  }
}

/** Whether the account has nothing to pay the network's fee with. Where the wallet cannot say, it has nothing. */
export const hasNoGas = async ({ provider }, address) => {
  try {
    return BigInt(await request(provider, "eth_getBalance", [address, "latest"])) === 0n
  } catch {
    return true
  }
}

/** Signs or sends what the gateway has prepared. */
export const perform = ({ provider }, { method, params }) => request(provider, method, params)

export const signText = ({ provider }, text, address) => {
  const hex = `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
  return request(provider, "personal_sign", [hex, address])
}

/** Waits for the block of a transaction before the one that pays, at most three minutes. */
export const waitForBlock = async ({ provider }, hash) => {
  for (let i = 0; i < 120; i++) {
    const receipt = await request(provider, "eth_getTransactionReceipt", [hash])
    if (receipt) {
      if (receipt.status === "0x0") throw new WalletProblem("The network refused the approval. Nothing was paid.")
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
  throw new WalletProblem("The approval is not in a block yet. Wait a moment, then try again. Nothing was paid.")
}

export const short = (text) => `${text.slice(0, 8)}…${text.slice(-6)}`
