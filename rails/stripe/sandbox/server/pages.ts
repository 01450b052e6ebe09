const frame = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          body {
            font:
              1rem/1.5 system-ui,
              sans-serif;
            color: #1a1a1a;
            background: #f5f5f3;
            margin: 0;
          }
          main {
            max-width: 30rem;
            margin: 2rem auto;
            padding: 1.5rem;
            background: #fff;
            border: 1px solid #d0d0cc;
            border-radius: 0.5rem;
          }
          h1 {
            font-size: 1.4rem;
            margin-top: 0;
          }
          label {
            display: block;
            margin-top: 1rem;
            font-weight: 600;
          }
          input {
            box-sizing: border-box;
            width: 100%;
            padding: 0.6rem;
            font: inherit;
            border: 1px solid #6b6b66;
            border-radius: 0.3rem;
          }
          button,
          .back {
            display: inline-block;
            margin-top: 1.5rem;
            padding: 0.7rem 1.2rem;
            font: inherit;
            border-radius: 0.3rem;
          }
          button {
            color: #fff;
            background: #1f4fbf;
            border: 0;
            font-weight: 600;
            cursor: pointer;
          }
          :focus-visible {
            outline: 3px solid #f2a900;
            outline-offset: 2px;
          }
          .hint {
            color: #55554f;
            font-size: 0.9rem;
            margin: 0.2rem 0 0;
          }
          .error {
            padding: 0.8rem;
            color: #7a0016;
            background: #fdecee;
            border: 1px solid #c9384f;
            border-radius: 0.3rem;
          }
          .note {
            font-size: 0.9rem;
            color: #55554f;
          }
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text

interface Form {
  readonly cancelUrl: string | null
  /** The error of the last attempt. */
  readonly error: string | null
  readonly values: Readonly<Record<string, string>>
}

const alert = (error: string | null) => (error === null ? html`` : html`<p class="error" role="alert">${error}</p>`)
const back = (url: string | null) => (url === null ? html`` : html` <a class="back" href="${url}">Cancel</a>`)

/** The form in which a payer enters an account and accepts the mandate. */
export const mandatePage = ({ cancelUrl, error, text, values }: Form & { readonly text: string | null }): string =>
  frame(
    "Set up a SEPA direct debit · sandbox",
    html`<h1>Set up a SEPA direct debit</h1>
      <p class="note">This is the sandbox's Stripe: no bank is contacted and no money moves.</p>
      ${alert(error)}
      <form method="post">
        <label for="iban">IBAN</label>
        <input
          id="iban"
          name="iban"
          required
          maxlength="50"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="iban-hint"
          value="${values["iban"] ?? ""}"
        />
        <p class="hint" id="iban-hint">A test account, for instance DE89 3704 0044 0532 0130 00.</p>
        <label for="name">Account holder</label>
        <input id="name" name="name" required maxlength="200" autocomplete="name" value="${values["name"] ?? ""}" />
        <label for="email">Email (optional)</label>
        <input id="email" name="email" type="email" maxlength="320" autocomplete="email" value="${values["email"] ?? ""}" />
        <p class="note">
          By accepting, you authorise the merchant and Stripe to send instructions to your bank to debit your account, and your bank to
          debit it in accordance with them. You are entitled to a refund from your bank within eight weeks of a debit, under the terms of
          your agreement with your bank. You agree to be notified of a debit up to two days before it.
        </p>
        ${text === null ? html`` : html`<p>${text}</p>`}
        <button type="submit">Accept the mandate</button>${back(cancelUrl)}
      </form>`,
  )

/** The form in which a payer pays once by card, or without an amount saves it. */
export const paymentPage = ({
  amount,
  cancelUrl,
  currency,
  error,
  values,
}: Form & { readonly amount: number | null; readonly currency: string }): string =>
  frame(
    "Pay by card · sandbox",
    html`<h1>${amount === null ? "Save a card" : `Pay ${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`}</h1>
      <p class="note">This is the sandbox's Stripe: no card is charged.</p>
      ${alert(error)}
      <form method="post">
        <label for="number">Card number</label>
        <input
          id="number"
          name="number"
          required
          maxlength="30"
          inputmode="numeric"
          autocomplete="off"
          aria-describedby="number-hint"
          value="${values["number"] ?? ""}"
        />
        <p class="hint" id="number-hint">A test card: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>
        <label for="name">Name on the card</label>
        <input id="name" name="name" required maxlength="200" autocomplete="name" value="${values["name"] ?? ""}" />
        <label for="email">Email (optional)</label>
        <input id="email" name="email" type="email" maxlength="320" autocomplete="email" value="${values["email"] ?? ""}" />
        <button type="submit">${amount === null ? "Save" : "Pay"}</button>${back(cancelUrl)}
      </form>`,
  )

/** A page with one message. */
export const notePage = (title: string, text: string): string =>
  frame(
    `${title} · sandbox`,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  )

/** HTML text. Values are escaped, unless they are `Html` themselves. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | false
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }
const shown = (part: Part) => {
  if (part instanceof Html) return part.text
  return part === null || part === false ? "" : String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")
}

export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  new Html(strings.map((string, i) => string + (i < parts.length ? shown(parts[i] ?? null) : "")).join(""))
