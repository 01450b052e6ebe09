import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { IpAddress, numberOf, versionOf } from "./address.ts"
import { Cidr, subnetOf, withoutAddress } from "./subnet.ts"

export const inNetwork = defineOperation({
  id: "ip.in_network",
  name: "Whether an address is in a network",
  description:
    "Whether an IPv4 or IPv6 address, public or private, is one of the addresses of a network in CIDR notation, with the first and the last address of the network.",
  fields: {
    "ip.address": IpAddress,
    "subnet.cidr": Cidr("IPv4 or IPv6 network in CIDR notation: an address, a slash and the prefix length.", "10.20.0.0/16"),
  },
  output: ["ip.address", "ip.version", "subnet.cidr", "subnet.contains", "subnet.first_address", "subnet.last_address", "subnet.addresses"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "is 10.20.30.40 inside 10.20.0.0/16",
    "does 192.168.5.130 belong to 192.168.5.128/26",
    "is 203.0.113.77 part of the network 203.0.113.64/27",
    "10.44.104.3 in 10.44.96.0/21?",
    "does the address 172.16.40.9 fall within 172.16.32.0/20",
    "would 2001:db8:40::17 be in 2001:db8:40::/44",
    "is 198.51.100.9 covered by the allow list entry 198.51.100.0/28",
    "our range is 100.64.0.0/10, is 100.100.1.2 inside",
    "is 10.1.255.255 the same subnet as 10.1.0.0/16",
  ],
  hints: {
    // The network of the address itself is no network that the question means.
    statedOnly: ["subnet.cidr"],
    vocabulary: "ip ipv4 ipv6 address network subnet range block cidr allow list entry rule firewall our its",
    keywords: {
      "subnet.contains":
        "inside within in part belong belongs member contains contain covers covered falls fall outside matches match same",
    },
  },
  check: withoutAddress,
  run: (input) =>
    Effect.sync(() => {
      const address = input["ip.address"]
      const { addresses, cidr, first_address, last_address, version } = subnetOf(input["subnet.cidr"])
      const contains =
        versionOf(address) === version &&
        first_address !== null &&
        last_address !== null &&
        numberOf(address) >= numberOf(first_address) &&
        numberOf(address) <= numberOf(last_address)
      return {
        data: {
          ip: { address, version: versionOf(address) },
          subnet: { cidr, contains, first_address, last_address, addresses },
        },
        documents: 1,
      }
    }),
})
