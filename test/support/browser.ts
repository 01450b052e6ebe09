import chromium from "@sparticuz/chromium"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type Browser, chromium as driver, type Page } from "playwright-core"

/** A Chromium of the machine, otherwise the one of the npm package, which needs no download. */
const program = async () =>
  [process.env["CHROMIUM_PATH"], "/usr/bin/chromium"].find((path) => path !== undefined && existsSync(path)) ??
  (await chromium.executablePath())

/** A headless Chromium with all its rules on: content security policies, CORS, one process for each page. */
export const openBrowser = Effect.acquireRelease(
  Effect.promise(async () =>
    driver.launch({ executablePath: await program(), headless: true, args: ["--no-sandbox", "--disable-gpu", "--headless=shell"] }),
  ),
  (browser) => Effect.promise(() => browser.close()),
)

/** Answers a request of the page like a wallet. A rejection is an error with a code, as EIP-1193 has it. */
export type Wallet = (method: string, params: ReadonlyArray<unknown>) => Promise<unknown>

interface Tab {
  readonly page: Page
  /** What the page wrote to its console as an error, and what its policy refused. */
  readonly errors: ReadonlyArray<string>
}

/** A tab with an injected wallet; undefined: a browser without one. */
export const openTab = async (
  browser: Browser,
  wallet: Wallet | undefined,
  { dark = false, width = 1280 }: { readonly dark?: boolean; readonly width?: number } = {},
): Promise<Tab> => {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width, height: width < 600 ? 740 : 900 },
    colorScheme: dark ? "dark" : "light",
  })
  const page = await context.newPage()
  const errors: Array<string> = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  page.on("pageerror", (error) => errors.push(error.message))
  if (wallet !== undefined) {
    await page.exposeFunction("answerOfWallet", async (method: string, params: ReadonlyArray<unknown>) => {
      try {
        return { value: await wallet(method, params) }
      } catch (error) {
        const { code, message } = error as { readonly code?: number; readonly message: string }
        return { error: { code, message } }
      }
    })
    await page.addInitScript(() => {
      const scope = globalThis as unknown as {
        answerOfWallet: (method: string, params: unknown) => Promise<{ value?: unknown; error?: { code: number; message: string } }>
        ethereum: unknown
      }
      scope.ethereum = {
        request: async ({ method, params = [] }: { method: string; params?: unknown }) => {
          const { error, value } = await scope.answerOfWallet(method, params)
          if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
          return value
        },
      }
    })
  }
  return { page, errors }
}
