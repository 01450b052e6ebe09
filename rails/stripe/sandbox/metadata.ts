import type { Stripe } from "stripe"

/** What was sent as metadata, as it is kept: text to text, without what was sent empty. */
export const metadataOf = (sent: Stripe.Emptyable<Stripe.MetadataParam> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof sent === "object" && sent !== null ? sent : {})
      .map(([name, value]): [string, string] => [name, String(value ?? "")])
      .filter(([, value]) => value !== ""),
  )
