import { Option } from "effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { expect, it } from "vitest"
import { withClientAddress } from "../../src/http/server/clientAddress.ts"

const connection = "10.0.0.9"
const clientOf = (forwarded: string | undefined, proxies: number) => {
  const headers = new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded })
  const request = HttpServerRequest.fromWeb(new Request("http://gateway.test/", { headers })).modify({
    remoteAddress: Option.some(connection),
  })
  return Option.getOrNull(withClientAddress(request, proxies).remoteAddress)
}

it.each<readonly [named: string, forwarded: string | undefined, proxies: number, client: string]>([
  ["without a proxy the header is the client's word", "203.0.113.7", 0, connection],
  ["one proxy wrote the last entry", "203.0.113.7", 1, "203.0.113.7"],
  ["what a client wrote itself is in front", "1.2.3.4, 203.0.113.7", 1, "203.0.113.7"],
  ["two proxies wrote the last two entries", "1.2.3.4, 203.0.113.7, 10.0.0.8", 2, "203.0.113.7"],
  ["with fewer entries than proxies the first one is the client", "203.0.113.7", 2, "203.0.113.7"],
  ["an entry may have a port", "203.0.113.7:5555", 1, "203.0.113.7"],
  ["an address of IPv6 with a port is in brackets", "[2001:db8::1]:443", 1, "2001:db8::1"],
  ["an address of IPv6 alone", "2001:db8::1", 1, "2001:db8::1"],
  ["what is no address counts as nothing", "unknown", 1, connection],
  ["no header", undefined, 1, connection],
])("%s", (_, forwarded, proxies, client) => {
  expect(clientOf(forwarded, proxies)).toBe(client)
})
