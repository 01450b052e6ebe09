import { assert, describe, it } from "@effect/vitest"
import { isIP } from "node:net"
import { Effect, Exit, Result } from "effect"
import { readBaseUrl } from "../../../layers/origin/baseUrl.ts"
import { isAllowedAddress, isPublicAddress } from "../../../layers/origin/addresses.ts"
import { ForbiddenAddress, makeConnector } from "../../../layers/origin/connector.ts"
import { carrying, innerNames, nonPublicV4, nonPublicV6, spelled, trickyUrls } from "./nonPublicHosts.ts"
import { answering, client, exchange, knock, ok, testOrigin, to } from "./testOrigin.ts"
import { words } from "./words.ts"

const v6 = [...nonPublicV6, ...nonPublicV4.flatMap(carrying)]
const hosts = [...nonPublicV4.flatMap(spelled), ...v6.map((address) => `[${address}]`), ...innerNames]
const urls = (port: number) => [...new Set([...hosts.map((host) => `https://${host}:${port}`), ...trickyUrls(port)])]

describe("addresses that are not public", () => {
  it("a base URL with an address that is not public is refused, however it is written", () => {
    const all = urls(44_300)
    assert.isAtLeast(all.length, 300)
    assert.deepEqual(
      all.filter((url) => Result.isSuccess(readBaseUrl(url, false))),
      [],
    )
  })

  it.effect("an address that is not public is never connected to, however the request names it", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const exchanges = urls(canary.port).map((origin) => Effect.exit(exchange(to({ origin }, { allowed: false }))))
      const answers = yield* Effect.all(exchanges, { concurrency: 32 })
      assert.isTrue(answers.every(Exit.isFailure))
      yield* knock(canary.port)
      assert.strictEqual(canary.connections(), 1)
    }).pipe(Effect.provide(client())),
  )

  it.effect("an address that is not public is never connected to when a public name resolves to it", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const addresses = [...new Set([...nonPublicV4, ...v6])]
      assert.isAtLeast(addresses.length, 300)
      const answers = yield* Effect.forEach(
        addresses,
        (address, index) => {
          const request = to({ origin: `https://n${index}.example.com:${canary.port}` }, { allowed: false })
          return Effect.flip(exchange(request)).pipe(Effect.provide(client({}, () => Promise.resolve([address]))))
        },
        { concurrency: 8 },
      )
      const notPublic = (index: number) => `n${index}.example.com is not at a public address.`
      assert.deepEqual(
        answers.map(({ message }) => message),
        addresses.map((_, index) => notPublic(index)),
      )
      yield* knock(canary.port)
      assert.strictEqual(canary.connections(), 1)
    }),
  )

  it.effect("an address that is not public is refused in place of a host name, for which no resolution runs", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      const connect = makeConnector({
        resolve: () => Promise.reject(new Error("the resolver must not be called")),
        allowed: false,
        timeoutMs: 1_000,
      })
      for (const hostname of [...nonPublicV4, ...v6].filter((address) => isIP(address) !== 0)) {
        const error = yield* Effect.callback<Error | null>((resume) =>
          connect({ hostname, host: hostname, protocol: "http:", port: String(canary.port) }, (error, socket) => {
            socket?.destroy()
            resume(Effect.succeed(error))
          }),
        )
        assert.instanceOf(error, ForbiddenAddress, hostname)
      }
      yield* knock(canary.port)
      assert.strictEqual(canary.connections(), 1)
    }),
  )
})

describe("public addresses", () => {
  it("a public address is allowed", () => {
    const addresses = words(`
      1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
      169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
      223.255.255.255 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450::1 2003::1 2001:200::1 3ffe::1
    `)
    assert.deepEqual(
      addresses.filter((address) => !isPublicAddress(address)),
      [],
    )
  })

  it("a base URL with a public address is accepted and normalised", () => {
    const read = (text: string) => Result.getOrThrow(readBaseUrl(text, false))
    const forms = [
      ["https://api.example.com", "https://api.example.com", ""],
      ["HTTPS://API.Example.COM:443/", "https://api.example.com", ""],
      ["https://api.example.com:8443/v1/", "https://api.example.com:8443", "/v1"],
      ["https://api.example.com/a%20b/c", "https://api.example.com", "/a%20b/c"],
      ["https://bücher.example/v2", "https://xn--bcher-kva.example", "/v2"],
      ["https://8.8.8.8", "https://8.8.8.8", ""],
      ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]", ""],
      ["https://localhost.example.com", "https://localhost.example.com", ""],
      ["https://127.0.0.1.example.com", "https://127.0.0.1.example.com", ""],
    ]
    assert.deepEqual(
      forms.map(([text = ""]) => [read(text).origin, read(text).path]),
      forms.map(([, origin, path]) => [origin, path]),
    )
  })
})

describe("paths of a base URL", () => {
  it("a base URL whose path could mean another path is refused", () => {
    const paths = [
      "/../x",
      "/a/..",
      "/./a",
      "/a//b",
      "//a",
      "/%2e%2e/x",
      "/a%2Fb",
      "/a%5cb",
      "/a%00",
      "/a\\b",
      "/a b",
      "/a?b",
      "/a#b",
      "/a\tb",
    ]
    assert.deepEqual(
      paths.filter((path) => Result.isSuccess(readBaseUrl(`https://api.example.com${path}`, false))),
      [],
    )
  })
})

describe("origins that the operator allowed", () => {
  it("an allowed origin may be on an inner network, but never at an address that hands out credentials", () => {
    const inside = ["127.0.0.1", "10.1.2.3", "192.168.1.1", "100.64.1.1", "::1", "fd12::1", "8.8.8.8"]
    const never = words(`
      169.254.169.254 fe80::1 fd00:ec2::254 fd20:ce::254 100.100.100.200 168.63.129.16 0.0.0.0 :: 255.255.255.255
      224.0.0.1 ::ffff:169.254.169.254 ::a9fe:a9fe 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe::1 not-an-address
    `)
    assert.deepEqual([inside.filter((address) => !isAllowedAddress(address)), never.filter(isAllowedAddress)], [[], []])
  })

  it.effect("an allowed origin is allowed as this origin and no other", () =>
    Effect.gen(function* () {
      const canary = yield* testOrigin(answering(ok))
      yield* exchange(to(canary))
      // The same address, requested without the allowance while a connection to it is open.
      const refused = yield* Effect.exit(exchange(to({ origin: `https://127.0.0.1:${canary.port}` }, { allowed: false })))
      const plain = yield* Effect.exit(exchange(to(canary, { allowed: false })))
      assert.isTrue(Exit.isFailure(refused) && Exit.isFailure(plain))
      yield* knock(canary.port)
      assert.strictEqual(canary.connections(), 2)
    }).pipe(Effect.provide(client())),
  )

  it.effect("an allowed origin is called directly even if a proxy is set in the environment", () =>
    Effect.gen(function* () {
      const proxy = yield* testOrigin(answering(ok))
      const origin = yield* testOrigin(answering(ok))
      const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]
      yield* Effect.acquireRelease(
        Effect.sync(() => names.forEach((name) => (process.env[name] = proxy.origin))),
        () => Effect.sync(() => names.forEach((name) => delete process.env[name])),
      )
      yield* exchange(to(origin))
      yield* knock(proxy.port)
      assert.deepEqual([origin.connections(), proxy.connections()], [1, 1])
    }).pipe(Effect.provide(client())),
  )
})
