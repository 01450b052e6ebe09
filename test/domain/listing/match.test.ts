import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { endpointId, type ListedEndpoint, type Listing } from "../../../domain/listing/Listing.ts"
import { matchEndpoint, methodsAt } from "../../../domain/listing/match.ts"
import { microUsd } from "../../../domain/money/Money.ts"

const endpoint = (id: string): ListedEndpoint => {
  const [method = "", path = ""] = id.split(" ")
  return { method, path, name: id, pricing: { model: "per_call", price: microUsd(1n) } }
}
const listing: Listing = {
  slug: "api",
  name: "API",
  publisher: "P",
  origin: "https://api.example.com",
  allowPrivate: false,
  status: "active",
  signing: null,
  dailyCap: null,
  maxAnswerBytes: 1,
  endpoints: [
    "GET /things",
    "GET /things/{id}",
    "POST /things/send",
    "POST /things/{id}",
    "PUT /{kind}/send",
    "PUT /things/{id}",
    "OPTIONS /own",
    "GET /",
  ].map(endpoint),
}
const match = (method: string, path: string) => {
  const matched = matchEndpoint(listing, method, path)
  return Result.isSuccess(matched) ? endpointId(matched.success) : matched.failure.code
}

describe("matchEndpoint", () => {
  it("matchEndpoint prefers literal segments from the left", () => {
    assert.strictEqual(match("POST", "/things/send"), "POST /things/send")
    assert.strictEqual(match("POST", "/things/7"), "POST /things/{id}")
    assert.strictEqual(match("GET", "/things/send"), "GET /things/{id}")
    assert.strictEqual(match("PUT", "/things/send"), "PUT /things/{id}")
    assert.strictEqual(match("PUT", "/others/send"), "PUT /{kind}/send")
  })

  it("of two paths that differ in case alone it takes the one that is written so, and else the dearer one", () => {
    const priced = (path: string, price: bigint) => ({
      ...endpoint(`GET ${path}`),
      pricing: { model: "per_call", price: microUsd(price) } as const,
    })
    for (const endpoints of [
      [priced("/data", 10n), priced("/DATA", 900n)],
      [priced("/DATA", 900n), priced("/data", 10n)],
    ])
      for (const [path, meant] of [
        ["/data", "/data"],
        ["/DATA", "/DATA"],
        ["/Data", "/DATA"],
      ] as const)
        assert.strictEqual(Result.getOrThrow(matchEndpoint({ ...listing, endpoints }, "GET", path)).path, meant)
  })

  it("matchEndpoint finds the root with and without its slash", () => {
    assert.deepEqual([match("GET", ""), match("GET", "/"), match("POST", "/")], ["GET /", "GET /", "method_not_allowed"])
  })

  it("matchEndpoint matches a literal in every encoding that an origin may accept", () => {
    for (const path of ["/things/SEND", "/things/%73end", "/things/%53END", "/THINGS/send", "/things/send;v=2", "/things/send;"]) {
      assert.strictEqual(match("POST", path), "POST /things/send", path)
    }
  })

  it("matchEndpoint refuses every path that two servers could read differently", () => {
    const odd = [
      "//things",
      "/things//",
      "/things/",
      "/things/.",
      "/things/..",
      "/things/%2e",
      "/things/%2E%2e",
      "/things/.%2e",
      "/things/;x",
      "/things/..;/send",
    ]
    const encoded = [
      "/things/a%2fb",
      "/things/a%5cb",
      "/things/a\\b",
      "/things/%00",
      "/things/%0a",
      "/things/%",
      "/things/%zz",
      "/things/%ff",
      "/things/%2573end",
    ]
    const foreign = ["/things/a b", "/things/é", "/things/<x>", '/things/"x"', "/things/a#b", "/things/{id}", "/things/a|b", "/things/^"]
    for (const path of [...odd, ...encoded, ...foreign]) assert.strictEqual(match("POST", path), "invalid_request", path)
  })

  it("matchEndpoint names the listed paths or methods if the requested one is not listed", () => {
    const missing = matchEndpoint(listing, "GET", "/nothing/at/all")
    assert.isTrue(Result.isFailure(missing) && missing.failure.code === "operation_not_found")
    assert.deepInclude(Result.getOrThrow(Result.flip(missing)).toEnvelope().error as object, {
      operations: listing.endpoints.map(endpointId),
    })
    assert.strictEqual(match("PATCH", "/things/7"), "method_not_allowed")
    assert.deepEqual(methodsAt(listing, "/things/7"), ["GET", "HEAD", "POST", "PUT"])
    assert.deepEqual(methodsAt(listing, "/things/../x"), [])
  })

  it("matchEndpoint treats HEAD as GET, and accepts OPTIONS only if it is listed", () => {
    assert.strictEqual(match("HEAD", "/things"), "GET /things")
    assert.strictEqual(match("HEAD", "/own"), "method_not_allowed")
    assert.strictEqual(match("OPTIONS", "/own"), "OPTIONS /own")
    assert.strictEqual(match("OPTIONS", "/things"), "method_not_allowed")
  })
})
