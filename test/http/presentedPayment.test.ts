import { expect, it } from "@effect/vitest"
import { resourceOf } from "../../src/http/paid/presentedPayment.ts"

const urlOf = (host: string | undefined, publicUrl?: string) => {
  const source = { headers: { host }, socket: {}, url: "/a?b=1" }
  const of = { body: new Uint8Array(), description: "", mimeType: "" }
  return resourceOf({ method: "POST", source } as never, publicUrl, of).url
}

it("the address that a payment is bound to has the host of the request, or localhost if the Host header is not a host", () => {
  expect(urlOf("data.example.com:81")).toBe("http://data.example.com:81/a?b=1")
  for (const host of ["%%%", "a b", undefined]) expect(urlOf(host)).toBe("http://localhost/a?b=1")
  expect(urlOf("%%%", "https://data.example.com")).toBe("https://data.example.com/a?b=1")
})
