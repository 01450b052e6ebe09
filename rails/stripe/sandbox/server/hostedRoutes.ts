import { Effect } from "effect"
import type { Emulator } from "../Emulator.ts"
import { StripeProblem } from "../StripeProblem.ts"
import type { EmulatorAccess, Reply, Request, StateNotStored } from "./EmulatorAccess.ts"
import { isForCard } from "../hosted.ts"
import { mandatePage, notePage, paymentPage } from "./pages.ts"

type Session = NonNullable<ReturnType<Emulator["session"]>>

/** The pages of payers: `/pay/{session}` and `/mandate/{mandate}`. Undefined for any other path. */
export const hostedRoute = (desk: EmulatorAccess, request: Request): Effect.Effect<Reply, StateNotStored> | undefined => {
  const [, kind, id = "", ...rest] = request.path.split("/")
  if (rest.length > 0 || (kind !== "pay" && kind !== "mandate")) return undefined
  if (kind === "mandate") return request.method === "GET" ? mandateShown(desk, id) : undefined
  if (request.method === "GET")
    return Effect.map(
      desk.run((emulator) => emulator.session(id)),
      (session) => shown(session, null, {}),
    )
  return request.method === "POST" ? submitted(desk, id, request) : undefined
}

const submitted = Effect.fnUntraced(function* (desk: EmulatorAccess, id: string, { body, headers }: Request) {
  const values = Object.fromEntries(new URLSearchParams(body))
  const payer = { name: values["name"] ?? "", email: values["email"] === "" ? null : (values["email"] ?? null) }
  return yield* desk.run((emulator): Reply => {
    const session = emulator.session(id)
    if (session === undefined || session.status !== "open") return shown(session, null, values)
    try {
      if (session.mode === "setup" && isForCard(session)) {
        emulator.saveCard(id, { ...payer, number: values["number"] ?? "" })
      } else if (session.mode === "setup") {
        emulator.acceptMandate(id, { ...payer, iban: values["iban"] ?? "", ip: "127.0.0.1", userAgent: headers["user-agent"] ?? null })
      } else {
        emulator.pay(id, { ...payer, number: values["number"] ?? "" })
      }
      return seeOther((session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", id))
    } catch (error) {
      if (error instanceof StripeProblem) return { ...shown(session, error.message, values), status: 422 }
      throw error
    }
  })
})

const shown = (session: Session | undefined, error: string | null, values: Readonly<Record<string, string>>): Reply => {
  if (session === undefined) return page(404, notePage("Nothing here", "There is no such checkout session."))
  if (session.status === "complete")
    return page(410, notePage("Already done", "This checkout session is complete. You can close this page."))
  if (session.status !== "open") return page(410, notePage("Too late", "This checkout session has expired. Go back and begin again."))
  const form = { cancelUrl: session.cancel_url, error, values }
  if (session.mode === "setup" && isForCard(session)) return page(200, paymentPage({ ...form, amount: null, currency: "" }))
  return session.mode === "setup"
    ? page(200, mandatePage({ ...form, text: session.custom_text.submit?.message ?? null }))
    : page(200, paymentPage({ ...form, amount: session.amount_total ?? 0, currency: session.currency ?? "" }))
}

const mandateShown = (desk: EmulatorAccess, id: string) =>
  Effect.map(
    desk.run((emulator) => emulator.state.get("mandate", id)),
    (mandate) => {
      if (mandate === undefined) return page(404, notePage("Nothing here", "There is no such mandate."))
      const reference = mandate.payment_method_details.sepa_debit?.reference ?? ""
      return page(200, notePage("SEPA direct debit mandate", `The mandate ${reference} is ${mandate.status}.`))
    },
  )

/** The pages run no scripts, and no other page may show them in a frame. */
const page = (status: number, text: string): Reply => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  },
  body: text,
})

const seeOther = (location: string): Reply => ({ status: 303, headers: { location, "cache-control": "no-store" }, body: "" })
