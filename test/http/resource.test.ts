import { expect, it } from "@effect/vitest"
import { resourceOf } from "../../src/http/paid/presentedPayment.ts"

const urlOf = (host: string | undefined, publicUrl?: string) => {
  const source = { headers: { host }, socket: {}, url: "/a?b=1" }
  const said = { body: new Uint8Array(), description: "", mimeType: "" }
  return resourceOf({ method: "POST", source } as never, publicUrl, said).url
}

it("the request that is paid for is named by its host, and by an address that can be read where that is none", () => {
  expect(urlOf("data.example.com:81")).toBe("http://data.example.com:81/a?b=1")
  for (const host of ["%%%", "a b", undefined]) expect(urlOf(host)).toBe("http://localhost/a?b=1")
  expect(urlOf("%%%", "https://data.example.com")).toBe("https://data.example.com/a?b=1")
})
