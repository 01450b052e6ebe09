/** Elements by tag, properties and children. Text is always text, never markup. */
export const element = (tag, properties = {}, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value)
    else if (name in made) made[name] = value
    else made.setAttribute(name, value)
  }
  made.append(...children.filter((child) => child !== null && child !== undefined))
  return made
}

export const byId = (id) => document.getElementById(id)

/** Replaces what the stage shows. The keyboard's place is kept where the same control is there again. */
export const show = (...children) => {
  const focused = document.activeElement?.dataset?.control
  byId("stage").replaceChildren(...children.filter((child) => child !== null))
  const again = focused && byId("stage").querySelector(`[data-control="${focused}"]`)
  if (again) again.focus()
}

export const spinner = () => element("span", { className: "spinner" })

export const notice = (text, kind = "") => element("p", { className: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, text)

export const result = (mark, kind, title, ...lines) =>
  element(
    "div",
    { className: "result" },
    element("span", { className: `mark ${kind}`, "aria-hidden": "true" }, mark),
    element("h2", {}, title),
    ...lines.map((line) => (typeof line === "string" ? element("p", { className: "quiet" }, line) : line)),
  )

/** A refusal of the gateway, with the sentence that it sent. */
export class GatewayRefusal extends Error {
  constructor(code, message, status) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** A JSON request to the gateway of this page. */
export const call = async (method, path, body) => {
  let response
  try {
    response = await fetch(path, {
      method,
      cache: "no-store",
      credentials: "omit",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new GatewayRefusal("unreachable", "The gateway cannot be reached. Check your connection. This page tries again by itself.", 0)
  }
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer
  throw new GatewayRefusal(
    answer?.error?.code ?? "no_answer",
    answer?.error?.message ?? "The gateway did not answer. Try again.",
    response.status,
  )
}
