import { byId, call, element, notice, GatewayRefusal, result, show, spinner } from "./dom.js"
import { connect, findWallets, hasNoGas, perform, short, switchChain, waitForBlock, WalletProblem } from "./wallet.js"

const id = decodeURIComponent(location.pathname.split("/").at(-1))
const of = (action) => `/v1/payments/${encodeURIComponent(id)}/${action}`

const page = {
  session: undefined,
  /** What the gateway's clock is ahead of this one. */
  aheadMs: 0,
  wallets: [],
  wallet: undefined,
  account: undefined,
  way: "gasless",
  /** What the wallet has to do now. The stage shows it until the wallet answers. */
  busy: undefined,
  problem: undefined,
  offline: undefined,
}

const now = () => Date.now() + page.aheadMs
const isOpen = () => page.session.status === "pending" || page.session.status === "failed"

const adopt = (status) => {
  page.session = { ...page.session, ...status }
  page.aheadMs = Date.parse(status.now) - Date.now()
  page.offline = undefined
}

/** Product, seller and amount: they never change. */
const showSale = () => {
  const { amount, description, product_image: image, product_name, seller, marketplace, test_money } = page.session
  document.title = `${product_name} · ${amount} USDC`
  byId("test").hidden = !test_money
  byId("product").textContent = product_name
  byId("seller").textContent =
    seller.display_name === marketplace.name ? seller.display_name : `${seller.display_name} on ${marketplace.name}`
  byId("description").textContent = description ?? ""
  byId("description").hidden = description === null
  byId("amount").replaceChildren(`${amount} `, element("span", {}, "USDC"))
  const box = byId("image")
  if (image?.startsWith("https:")) {
    box.replaceChildren(
      element("img", { src: image, alt: "", referrerPolicy: "no-referrer", onerror: () => box.replaceChildren(first(product_name)) }),
    )
  } else box.replaceChildren(image ?? first(product_name))
}
const first = (text) => [...text][0].toUpperCase()

const showClock = () => {
  const { expires_at } = page.session
  const clock = byId("clock")
  const end = isOpen() ? Date.parse(expires_at) : undefined
  if (end === undefined) return clock.replaceChildren()
  const seconds = Math.max(0, Math.ceil((end - now()) / 1000))
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`
  clock.classList.toggle("soon", seconds < 120)
}

const showFoot = () => {
  const { cancel_url, return_url, status } = page.session
  const back = status === "paid" ? return_url : isOpen() || status === "confirming" ? null : (cancel_url ?? return_url)
  const cancel =
    isOpen() && !page.busy
      ? element("button", { className: "link", type: "button", "data-control": "cancel", onclick: cancelCheckout }, "Cancel")
      : ""
  byId("left").replaceChildren(cancel)
  byId("right").replaceChildren(
    back && status !== "paid" ? element("a", { href: back, rel: "noreferrer" }, `Back to ${page.session.marketplace.name}`) : "",
  )
}

const transactionLine = () => {
  const { presented_tx_hash, tx_hash } = page.session
  const hash = tx_hash ?? presented_tx_hash
  return hash ? element("p", { className: "mono", title: hash }, `Transaction ${short(hash)}`) : null
}

const showStage = () => {
  const { message, return_url, seller, status, marketplace } = page.session
  showClock()
  showFoot()
  const offline = page.offline ? notice(page.offline, "warn") : null
  if (status === "paid") {
    const back = return_url
      ? element("a", { className: "button", href: return_url, rel: "noreferrer" }, `Return to ${marketplace.name}`)
      : null
    return show(result("✓", "", "Paid", `${seller.display_name} has your payment. You can close this page.`, transactionLine() ?? ""), back)
  }
  if (status === "confirming") return show(result(spinner(), "", "Confirming your payment", message, transactionLine() ?? ""), offline)
  if (status === "expired")
    return show(
      result(
        "⏱",
        "warn",
        "The time to pay is over",
        "If you have sent a payment, it still counts as soon as the network confirms it. Otherwise ask the seller for a new checkout.",
      ),
      offline,
    )
  if (status === "cancelled")
    return show(
      result(
        "✕",
        "warn",
        "Cancelled",
        "Nothing more can be paid here. If you have sent a payment, it still counts as soon as the network confirms it.",
      ),
      offline,
    )
  if (page.busy) return show(result(spinner(), "", page.busy, "Keep this page open."), offline)
  show(...payForm(), offline)
}

const payForm = () => {
  const { amount, message, status } = page.session
  const problem = page.problem ?? (status === "failed" ? message : undefined)
  const shown = problem ? notice(problem, "bad") : null
  if (page.wallets.length === 0) {
    return [
      shown,
      notice(
        "No wallet was found in this browser. Open this page in a browser with a wallet extension, or in the browser of your wallet app.",
        "warn",
      ),
      element("button", { type: "button", className: "plain", "data-control": "again", onclick: lookForWallets }, "Look again"),
    ]
  }
  if (page.account === undefined) {
    return [
      shown,
      element("p", { className: "quiet" }, "Pay with USDC from a wallet in this browser."),
      ...page.wallets.map((wallet, i) =>
        element(
          "button",
          { type: "button", "data-control": `connect-${i}`, onclick: () => attempt("Connect in your wallet", () => connectWallet(wallet)) },
          page.wallets.length === 1 ? "Connect wallet" : `Connect ${wallet.name}`,
        ),
      ),
    ]
  }
  return [
    shown,
    element(
      "fieldset",
      {},
      element("legend", { className: "quiet" }, `From ${short(page.account)}`),
      choice("gasless", "Sign once", "No network fee: the gateway sends the payment."),
      choice("transaction", "Send it yourself", "Your wallet pays the network fee in ETH."),
    ),
    element(
      "button",
      {
        type: "button",
        "data-control": "pay",
        onclick: () => attempt("Confirm in your wallet", page.way === "gasless" ? payGasless : payWithGas),
      },
      `Pay ${amount} USDC`,
    ),
  ]
}

const choice = (way, title, text) =>
  element(
    "label",
    { className: "choice" },
    element("input", {
      type: "radio",
      name: "way",
      value: way,
      "data-control": way,
      checked: page.way === way,
      onchange: () => (page.way = way),
    }),
    element("span", {}, title, element("small", {}, text)),
  )

/** Does one thing with the wallet or the gateway, and shows what went wrong as a sentence. */
const attempt = async (busy, work) => {
  page.busy = busy
  page.problem = undefined
  showStage()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WalletProblem) && !(error instanceof GatewayRefusal)) console.error(error)
    page.problem =
      error instanceof WalletProblem || error instanceof GatewayRefusal
        ? error.message
        : "Something went wrong on this page. Load it again and look at the status before you pay."
  }
  page.busy = undefined
  await refresh()
}

const connectWallet = async (wallet) => {
  page.account = await connect(wallet)
  page.wallet = wallet
  page.way = (await hasNoGas(wallet, page.account)) ? "gasless" : "transaction"
}

const prepare = async (more = {}) => {
  const prepared = await call("POST", of("prepare"), { buyer: page.account, ...more })
  if (prepared.chain_id) await switchChain(page.wallet, prepared.chain_id)
  return prepared
}

const payGasless = async () => {
  const { gasless } = await prepare()
  const signature = await perform(page.wallet, gasless)
  adopt(await present({ signature, buyer: page.account }))
}

const payWithGas = async () => {
  const prepared = await prepare()
  let requests = prepared.transaction
  if (prepared.permit) {
    const permit = await perform(page.wallet, prepared.permit)
    requests = [(await prepare({ permit })).transaction]
  }
  let hash
  for (const [i, step] of requests.entries()) {
    hash = await perform(page.wallet, step)
    if (i < requests.length - 1) await waitForBlock(page.wallet, hash)
  }
  adopt(await present({ tx_hash: hash }))
}

/** The payment is made: only the gateway does not know it yet. It also searches the chain by itself. */
const present = async (body) => {
  for (let i = 0; ; i++) {
    try {
      return await call("POST", of("pay"), body)
    } catch (error) {
      const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500
      if (!isTemporary || i >= 5) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** i))
    }
  }
}

const cancelCheckout = () =>
  attempt("Cancelling", async () => {
    adopt(await call("POST", of("cancel")))
  })

const lookForWallets = async () => {
  page.wallets = await findWallets()
  showStage()
}

const refresh = async () => {
  const before = JSON.stringify([page.session.status, page.session.message, page.session.presented_tx_hash, page.offline])
  try {
    adopt(await call("GET", of("status")))
  } catch (error) {
    page.offline = error.message
  }
  // What the buyer is choosing is not drawn again without a reason.
  const after = JSON.stringify([page.session.status, page.session.message, page.session.presented_tx_hash, page.offline])
  if (after !== before || !isOpen() || page.account === undefined || page.problem !== undefined || byId("stage").querySelector(".spinner"))
    showStage()
}

/** Every 2 seconds while a payment is confirmed, every 6 while it can be made, then every minute: a late payment still counts. */
const pollMs = () => (page.session.status === "confirming" ? 2000 : isOpen() ? 6000 : 60_000)
const follow = () =>
  setTimeout(async () => {
    if (!document.hidden && !page.busy) await refresh()
    follow()
  }, pollMs())

const start = async () => {
  try {
    page.session = await call("GET", `/v1/session/${encodeURIComponent(id)}`)
  } catch (error) {
    if (error.status === 404)
      return show(result("?", "warn", "There is no such checkout", "Check the link, or ask the seller for a new one. Nothing was paid."))
    show(result("!", "warn", "The checkout could not be loaded", error.message))
    return setTimeout(start, 4000)
  }
  adopt(page.session)
  showSale()
  page.wallets = await findWallets()
  showStage()
  setInterval(() => {
    showClock()
    if (isOpen() && !page.busy && now() >= Date.parse(page.session.expires_at)) refresh()
  }, 1000)
  document.addEventListener("visibilitychange", () => document.hidden || page.busy || refresh())
  follow()
}

start()
