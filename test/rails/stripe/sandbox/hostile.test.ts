import { expect, it } from "vitest"
import { stringify } from "qs"
import { Effect } from "effect"
import { debitParams, mandated, scene, setupParams, topUpParams } from "./bench.ts"

const headers = { authorization: "Bearer sk_test_1" }

it.each([
  ["nested deeper than anything of Stripe's", `metadata${"[a]".repeat(50)}=1`],
  ["a broken percent", "name=%E0%A4%A&email=%"],
  ["a text where an object belongs", "metadata=x"],
  ["an object where a text belongs", "name[a]=x"],
  ["a list where a text belongs", "name[]=x&name[]=y"],
  ["more parameters than anything of Stripe's", `name=a${"&".repeat(501)}`],
  ["the same name twice", "name=a&name=b"],
  ["a list that is too long", Array.from({ length: 300 }, (_, i) => `expand[${i}]=x`).join("&")],
  ["an expansion that goes round", "expand[]=default_source.customer.default_source.customer.default_source"],
  ["51 members of metadata", Array.from({ length: 51 }, (_, i) => `metadata[k${i}]=x`).join("&")],
])("a request with %s is refused and causes no fault", (_, body) => {
  const { emulator } = scene()
  const answer = emulator.handle({ method: "POST", path: "/v1/customers", headers, body })
  expect(answer).toMatchObject({ dropped: false, status: 400 })
  expect(emulator.counts()["customer"]).toBe(0)
})

it("parameters named after prototypes change no prototype", () => {
  const body = "__proto__[polluted]=1&constructor[prototype][polluted]=1&metadata[__proto__][polluted]=1&metadata[toString]=x"
  scene().emulator.handle({ method: "POST", path: "/v1/customers", headers, body })
  expect("polluted" in {}).toBe(false)
})

it("names with every character that JSON and forms escape are returned unchanged", async () => {
  const { sdk } = scene()
  const name = "Zoë & Söhne = 100 % [\\\"'\u0000\u2028😀] + 1"
  const { id } = await sdk.customers
    .create({ name, metadata: { "a[b]": name } })
    .catch(() => sdk.customers.create({ name, metadata: { a: name } }))
  expect(await sdk.customers.retrieve(id)).toMatchObject({ name })
})

it("thousands of mangled requests are answered without a fault", async () => {
  const stage = scene()
  const { emulator } = stage
  const who = await Effect.runPromise(mandated(stage))
  const forms = [
    ["/v1/payment_intents", stringify(debitParams(who))],
    ["/v1/checkout/sessions", stringify(setupParams(who.customer))],
    ["/v1/checkout/sessions", stringify(topUpParams())],
    ["/v1/refunds", "payment_intent=pi_1&amount=5&reason=duplicate&metadata[a]=b"],
    ["/v1/webhook_endpoints", "url=http://127.0.0.1/&enabled_events[0]=*"],
  ] as const
  const pieces = [
    "[",
    "]",
    "[]",
    "&",
    "=",
    "%",
    "%00",
    "%5B0%5D",
    "-1",
    "1e9",
    "",
    "null",
    "true",
    "[constructor]",
    "é",
    ".",
    "expand[0]=customer&",
  ]
  let state = 1
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const statuses = new Map<number, number>()
  for (let i = 0; i < 3000; i++) {
    const [path, form] = forms[random(forms.length)] ?? forms[0]
    let body: string = form
    for (let changes = random(4); changes >= 0; changes--) {
      const at = random(body.length + 1)
      body = body.slice(0, at) + (pieces[random(pieces.length)] ?? "") + body.slice(at + random(12))
    }
    const answer = emulator.handle({ method: "POST", path, headers, body })
    if (answer.dropped) throw new Error("the connection was dropped")
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 400])
  expect(statuses.get(200)).toBeGreaterThan(100)
})
