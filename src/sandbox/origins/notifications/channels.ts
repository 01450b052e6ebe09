import { Schema } from "effect"

export const channels = ["email", "push", "sms"] as const

export type Channel = (typeof channels)[number]

export const Channel = Schema.Literals(channels)

export const text = (longest: number) => Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(longest))

/** Whether an address is one of its channel, and what one has to look like. */
export const addresses = {
  email: { fits: /^[^\s@<>"(),:;[\]\\]{1,64}@[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?\.[a-z]{2,24}$/i, rule: "an e-mail address" },
  push: { fits: /^[\w:-]{8,255}$/, rule: "a device token of 8 to 255 letters, digits, hyphens, colons or underscores" },
  sms: { fits: /^\+[1-9]\d{6,14}$/, rule: "a telephone number in the form +491701234567" },
} as const satisfies Record<Channel, { readonly fits: RegExp; readonly rule: string }>

/** The member of a subscriber that holds its address on a channel. */
export const addressMember = { email: "email", push: "push_token", sms: "phone" } as const satisfies Record<Channel, string>
