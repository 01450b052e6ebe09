import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("a question about two networks", () => {
  it.each([
    ["Do 192.168.44.0/22 and 192.168.47.128/25 overlap?", "192.168.44.0/22", "192.168.47.128/25", "overlap"],
    ["is 10.1.0.0/16 inside 10.0.0.0/8", "10.1.0.0/16", "10.0.0.0/8", "relation"],
    ["Is 192.168.5.0/24 inside 192.168.0.0/22?", "192.168.5.0/24", "192.168.0.0/22", "relation"],
    ["does 8.8.8.0/24 belong to 8.0.0.0/9", "8.8.8.0/24", "8.0.0.0/9", "relation"],
    ["does 172.16.0.0/12 contain 172.20.0.0/16?", "172.16.0.0/12", "172.20.0.0/16", "relation"],
    ["smallest single prefix that covers 10.9.16.0/24 thru 10.9.23.0/24", "10.9.16.0/24", "10.9.23.0/24", "smallest_cover"],
    ["can 10.4.2.0/24 and 10.4.3.0/24 be combined exactly into a single prefix?", "10.4.2.0/24", "10.4.3.0/24", "joinable"],
    ["How many /27 fit in a /22 subnet?", "/27", "/22", "fitting"],
    ["our VPC is 10.0.0.0/16, partner has 10.0.64.0/18. Do they clash?", "10.0.0.0/16", "10.0.64.0/18", "overlap"],
  ])("compares them in their order: %s", (question, first, second, fact) => {
    const { goals, steps, unread } = planOf(question)
    assert.deepStrictEqual(
      steps.map(({ operation }) => operation),
      ["ip.compare_networks"],
    )
    assert.deepStrictEqual(inputsOf(question), { "subnet.first": first, "subnet.second": second })
    assert.include(goals[0]!.facts, `subnet.${fact}`)
    assert.isUndefined(unread)
  })

  it("that has a fact of each is answered network by network", () =>
    assert.deepStrictEqual(
      planOf("How many addresses in 10.0.0.0/22 and 10.0.4.0/24?").steps.map(({ operation }) => operation),
      ["ip.subnet", "ip.subnet"],
    ))
})

describe("an address and a prefix length that are apart", () => {
  it.each([
    ["To which /26 network does 172.27.143.201 belong?", "172.27.143.201/26"],
    ["what /26 is 172.27.143.201 in?", "172.27.143.201/26"],
    ["In which /27 subnet is 10.2.3.44?", "10.2.3.44/27"],
    ["which network does 172.27.143.201 with prefix length 26 belong to", "172.27.143.201/26"],
    ["which network is 172.27.143.201/26 in", "172.27.143.201/26"],
  ])("are one network: %s", (question, cidr) => {
    assert.strictEqual(planOf(question).steps.at(-1)!.operation, "ip.subnet")
    assert.deepStrictEqual(inputsOf(question), { "subnet.cidr": cidr })
    assert.isUndefined(planOf(question).unread)
  })
})

describe("a netmask in dotted form", () => {
  it.each([
    ["CIDR for 255.255.255.192", "/26"],
    ["how many hosts with netmask 255.255.255.224", "/27"],
    ["10.0.0.77 255.255.255.240 which network", "10.0.0.77/28"],
  ])("is the length of a prefix: %s", (question, network) => {
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["ip.subnet"],
    )
    assert.deepStrictEqual(inputsOf(question), { "subnet.cidr": network })
  })

  it("is an address where it is the broadcast address", () =>
    assert.deepStrictEqual(inputsOf("is 255.255.255.255 a broadcast address"), { "ip.address": "255.255.255.255" }))
})
