import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { IpAddress, versionOf } from "./address.ts"
import { assignedPart, blockOf } from "./addressSpace.ts"
import { boundsOf, specialRangeOf, specialRangesIn } from "./specialPurposes.ts"
import { Cidr, subnetOf, withoutAddress } from "./subnet.ts"

const kindWithin = (inside: ReadonlyArray<unknown>, assigned: ReturnType<typeof assignedPart>) =>
  inside.length > 0 || assigned === "part" ? "mixed" : assigned === "all" ? "public" : "unassigned"

/** What the addresses of a network are for. Of one address the network has 32 or 128 bits. */
const purposeOf = (cidr: string) => {
  const bounds = boundsOf(cidr)
  const special = specialRangeOf(bounds)
  const inside = special ? [] : specialRangesIn(bounds)
  const kind = special?.kind ?? kindWithin(inside, assignedPart(bounds))
  const block = special && !special.isGlobal ? undefined : blockOf(bounds)
  // In a block that is older than the registries, each network may be with another one.
  const isWhole = block !== undefined && boundsOf(block.cidr).last - boundsOf(block.cidr).first === bounds.last - bounds.first
  const registry = block && (!block.isLegacy || isWhole) ? block.registry : undefined
  return {
    ip: {
      version: bounds.version,
      kind,
      public: special ? special.isGlobal : kind === "mixed" ? null : kind === "public",
      private: kind === "mixed" ? null : kind === "private",
      purpose: special?.use ?? null,
      special_range: special?.cidr ?? null,
      reference: special?.reference ?? null,
      special_inside: inside.map((each) => ({ name: `${each.cidr} (${each.kind.replace("_", " ")}, ${each.reference})` })),
      block: block?.cidr ?? null,
      block_registry: block?.registry.id ?? null,
    },
    registry: { id: registry?.id ?? null, name: registry?.name ?? null, website: registry?.website ?? null },
  }
}

const pricing = { model: "per_call", price: microUsd(500n) } as const

export const ipPurpose = defineOperation({
  id: "ip.purpose",
  name: "Purpose and registry of an IP address or network",
  description:
    "Whether an IPv4 or IPv6 address or network is public, private (RFC 1918), shared for carrier-grade NAT, loopback, link-local, for documentation, multicast or reserved, after the special-purpose " +
    "registries of IANA (RFC 6890), with the RFC, and the regional internet registry to which IANA gave its block.",
  fields: { "ip.address": IpAddress },
  output: [
    "ip.subject",
    "ip.address",
    "subnet.cidr",
    "ip.version",
    "ip.kind",
    "ip.public",
    "ip.private",
    "ip.purpose",
    "ip.special_range",
    "ip.reference",
    "ip.special_inside",
    "ip.block",
    "ip.block_registry",
    "registry.id",
    "registry.name",
    "registry.website",
  ],
  pricing,
  freshnessSeconds: 30 * 86_400,
  examples: [
    "Is 192.168.0.1 a public address?",
    "is 172.32.0.1 in the private range",
    "what is 100.64.0.0/10 reserved for",
    "is 10.8.0.5 private or public",
    "purpose of 169.254.0.0/16",
    "can 203.0.113.7 be reached from the internet",
    "does 100.72.3.4 belong to carrier-grade NAT",
    "is fd12:3456::1 routable on the internet",
    "which RFC reserves 198.18.0.0/15",
    "is 2001:db8::1 only for documentation",
    "which regional registry is responsible for 41.0.0.0/8",
    "RIR of 2a02:8071::1",
    "which RIR is 193.0.6.139 under",
    "which registry looks after the block 196.0.0.0/8",
    "what kind of address is 169.254.3.4",
    "is 127.0.0.53 a loopback address",
    "log shows 10.4.7.9, internal or external address?",
    "is 239.1.2.3 multicast",
    "alert for 169.254.10.7, what sort of address is that",
    "2001:db8::25 - can that be a real customer",
    "203.0.113.55 in our documentation, is it safe to use",
    "::1 in the access log, what is that",
    "does 100.72.0.9 fall into the carrier-grade NAT block",
    "which RIR allocated 2a02:2f0c::/32",
    "which of the five RIRs is responsible for 196.25.1.1",
    "laptop got 169.254.10.20, what block is this",
    "is 10.44.3.2 somebody's real address",
  ],
  hints: {
    vocabulary:
      "delegated assigned handed gave given ip ipv4 ipv6 address range ranges network block cidr prefix kind type handles anyone anybody firewall router log reserved special inside within belong belongs outside internal external local lan internet routable routed reachable reached nat cgnat carrier grade rfc iana use used meaning means sort real customer visitor person fake safe documentation fall falls laptop alert access source rirs five",
    keywords: {
      "ip.kind": "kind type loopback multicast documentation link local broadcast reserved shared cgnat carrier grade nat benchmark test",
      "ip.public": "public routable routed reachable reached internet external global",
      "ip.private": "private internal local lan rfc 1918",
      "ip.purpose": "purpose reserved meant use used special for",
      "ip.special_range": "range ranges block inside within",
      "ip.reference": "rfc defines defined standard",
      "registry.id": "rir regional internet registry responsible charge looks after administers afrinic apnic arin lacnic ripe ncc",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const address = input["ip.address"]
      const { ip, registry } = purposeOf(`${address}/${versionOf(address) === 4 ? 32 : 128}`)
      return {
        data: { ip: { subject: address, address, ...ip }, subnet: { cidr: null }, registry },
        documents: 1,
        identifiers: { ip: address },
      }
    }),
  variants: [
    defineVariant({
      fields: { "subnet.cidr": Cidr("IPv4 or IPv6 network in CIDR notation, with its address.", "100.64.0.0/10") },
      pricing,
      check: withoutAddress,
      run: (input) =>
        Effect.sync(() => {
          const { cidr } = subnetOf(input["subnet.cidr"])
          const { ip, registry } = purposeOf(cidr)
          return { data: { ip: { subject: cidr, address: null, ...ip }, subnet: { cidr }, registry }, documents: 1 }
        }),
    }),
  ],
})
