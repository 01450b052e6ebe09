interface Wallet {
  readonly request: (call: { readonly method: string; readonly params?: ReadonlyArray<unknown> }) => Promise<unknown>
}

/** The wallet that an extension put into this page (EIP-1193). Undefined: the browser has none. */
export const browserWallet = (): Wallet | undefined => (globalThis as { readonly ethereum?: Wallet }).ethereum

const hexOf = (text: string) => `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`

/** The account that the person chooses in the wallet. */
export const chooseAccount = async (wallet: Wallet): Promise<string> => {
  const accounts = await inWords(wallet.request({ method: "eth_requestAccounts" }))
  const [account] = Array.isArray(accounts) ? accounts : []
  if (typeof account !== "string") throw new Error("The wallet gave no account. Unlock it and try again.")
  return account
}

export const signWith = async (wallet: Wallet, account: string, message: string): Promise<string> =>
  String(await inWords(wallet.request({ method: "personal_sign", params: [hexOf(message), account] })))

/** Wallets reject with objects of their own; 4001 is the person's own refusal. */
const inWords = (answer: Promise<unknown>) =>
  answer.catch((cause: { readonly code?: number; readonly message?: string }) => {
    throw new Error(
      cause.code === 4001
        ? "You declined in the wallet. Nothing was proven."
        : `The wallet failed: ${cause.message ?? "it gave no reason"}. Nothing was proven.`,
    )
  })
