import { byId, call, element, notice, GatewayRefusal, result, show, spinner } from "./dom.js"
import { connect, findWallets, short, signText, switchChain, WalletProblem } from "./wallet.js"

const token = location.hash.slice(1)
const page = { onboarding: undefined, wallets: [], problem: undefined, proven: undefined, step: undefined }

const post = (path, body = {}) => call("POST", path, { token, ...body })

const stepOf = ({ profile, status, wallet_verified }) => (profile === null ? 0 : !wallet_verified ? 1 : status === "draft" ? 2 : 3)

const showSteps = (current) => {
  for (const [i, item] of [...byId("steps").children].entries()) {
    item.className = i < current ? "done" : ""
    if (i === current) item.setAttribute("aria-current", "step")
    else item.removeAttribute("aria-current")
  }
}

const render = () => {
  const { external_seller_id, marketplace_name, expires_at } = page.onboarding
  const step = page.step ?? stepOf(page.onboarding)
  document.title = `Get paid on ${marketplace_name}`
  byId("title").textContent = `Get paid on ${marketplace_name}`
  byId("seller").textContent = `Seller ${external_seller_id}`
  byId("left").textContent =
    step < 3 ? `This link is valid until ${new Date(expires_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}.` : ""
  showSteps(step)
  const problem = page.problem ? notice(page.problem, "bad") : null
  show(problem, ...[profileForm, walletStep, finishStep, doneStep][step]())
}

const field = (label, name, properties = {}) => {
  const value = page.onboarding.profile?.[properties.member ?? name] ?? ""
  const input = element("input", { name, value, ...properties })
  return element("label", { className: "field" }, label, input)
}

const profileForm = () => [
  element(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault()
        const data = Object.fromEntries(new FormData(event.target))
        const body = { display_name: data.display_name, email: data.email }
        if (data.website) body.website = data.website
        if (data.country) body.country = data.country.toUpperCase()
        attempt("Saving", async () => {
          page.onboarding = await post("/v1/merchants/onboarding/profile", body)
          page.step = undefined
        })
      },
    },
    field("Name that buyers see", "display_name", { required: true, maxLength: 100, autocomplete: "organization" }),
    field("E-mail", "email", { required: true, type: "email", maxLength: 254, autocomplete: "email" }),
    field("Website (optional)", "website", { type: "url", maxLength: 500, placeholder: "https://", autocomplete: "url" }),
    field("Country (optional)", "country", {
      pattern: "[A-Za-z]{2}",
      maxLength: 2,
      placeholder: "FR",
      title: "Two letters, for instance FR",
      autocomplete: "country",
    }),
    element("button", { type: "submit", "data-control": "save" }, "Continue"),
  ),
]

const walletStep = () => {
  const text = element(
    "p",
    { className: "quiet" },
    "Sign a message with the wallet that is to be paid. This sends no transaction and costs nothing. Payments cannot be returned from a wrong wallet: use one that is yours and takes USDC.",
  )
  if (page.wallets.length > 0) {
    return [
      text,
      ...page.wallets.map((wallet, i) =>
        element(
          "button",
          { type: "button", "data-control": `wallet-${i}`, onclick: () => attempt("Sign in your wallet", () => prove(wallet)) },
          page.wallets.length === 1 ? "Sign with your wallet" : `Sign with ${wallet.name}`,
        ),
      ),
      profileAgain(),
    ]
  }
  return [
    text,
    notice(
      "No wallet was found in this browser. Open this page in a browser with a wallet extension, or in the browser of your wallet app.",
      "warn",
    ),
    element(
      "button",
      {
        type: "button",
        className: "plain",
        "data-control": "again",
        onclick: () => attempt("Looking", async () => (page.wallets = await findWallets())),
      },
      "Look again",
    ),
    profileAgain(),
  ]
}

const again = (step, text) =>
  element("button", { type: "button", className: "link", onclick: () => ((page.step = step), (page.problem = undefined), render()) }, text)
const profileAgain = () => again(0, "Change the profile")

const prove = async (wallet) => {
  const address = await connect(wallet)
  const signIn = await post("/v1/siwe/nonce", { address })
  // Some wallets refuse a message for another chain than theirs.
  await switchChain(wallet, `0x${signIn.chain_id.toString(16)}`).catch(() => undefined)
  const signature = await signText(wallet, signIn.message, address)
  page.onboarding = await post("/v1/siwe/verify", { message: signIn.message, signature })
  page.proven = address
  page.step = undefined
}

const finishStep = () => [
  result("✓", "", "Your wallet is proven", page.proven ? element("p", { className: "mono" }, short(page.proven)) : "Buyers can pay it."),
  element(
    "button",
    {
      type: "button",
      "data-control": "finish",
      onclick: () => attempt("Finishing", async () => (page.onboarding = await post("/v1/merchants/activate"))),
    },
    "Finish",
  ),
  again(1, "Use another wallet"),
]

const doneStep = () => {
  const { marketplace_name, status } = page.onboarding
  if (status === "suspended") return [result("!", "warn", "You are suspended", "Nothing can be paid to you now. Ask the marketplace.")]
  return [
    result("✓", "", "You are ready to be paid", `Buyers of ${marketplace_name} can pay you now. You can close this page.`),
    again(1, "Use another wallet"),
  ]
}

const attempt = async (busy, work) => {
  page.problem = undefined
  show(result(spinner(), "", busy, "Keep this page open."))
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WalletProblem) && !(error instanceof GatewayRefusal)) console.error(error)
    page.problem =
      error instanceof WalletProblem
        ? error.message.replace(" Nothing was paid.", "")
        : error instanceof GatewayRefusal
          ? error.message
          : "Something went wrong on this page. Load it again."
  }
  render()
}

const start = async () => {
  try {
    page.onboarding = await post("/v1/merchants/onboarding/verify")
  } catch (error) {
    showSteps(-1)
    if (error.code === "link_expired")
      return show(
        result("⏱", "warn", "This link has expired", "What you entered is kept. Ask the marketplace for a new link and continue."),
      )
    if (error.status === 404 || error.status === 400)
      return show(result("?", "warn", "This link is not valid", "Ask the marketplace for a new one."))
    show(result("!", "warn", "The page could not be loaded", error.message))
    return setTimeout(start, 4000)
  }
  page.wallets = await findWallets()
  render()
}

start()
