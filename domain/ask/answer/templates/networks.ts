import type { AnswerTemplate } from "../template.ts"

const kindFacts = ["ip.subject", "ip.kind", "ip.public", "ip.private", "ip.purpose", "ip.reference", "ip.special_range"]
const registryFacts = ["registry.id", "registry.name", "registry.website", "ip.block", "ip.block_registry"]

const memberFacts = ["subnet.contains", "ip.address", "subnet.cidr"]

/** What addresses and networks are for, and which addresses a network has. */
export const networks: Readonly<Record<string, AnswerTemplate>> = {
  "ip.in_network": {
    sentences: [
      { text: "{ip.address} is in {subnet.cidr}.", facts: memberFacts, when: { "subnet.contains": true } },
      { text: "{ip.address} is not in {subnet.cidr}.", facts: memberFacts, when: { "subnet.contains": false } },
      {
        text: "{subnet.cidr} goes from {subnet.first_address} to {subnet.last_address}.",
        facts: ["subnet.contains", "subnet.first_address", "subnet.last_address"],
      },
      { text: "{subnet.cidr} has {subnet.addresses} addresses.", facts: ["subnet.addresses"] },
      { text: "It is an address of IP version {ip.version}.", facts: ["ip.version"], detail: true },
    ],
  },
  "ip.purpose": {
    sentences: [
      { text: "{ip.subject} is {ip.purpose} ({ip.reference}).", facts: kindFacts },
      { text: "The range for that purpose is {ip.special_range}.", facts: ["ip.special_range", "ip.private", "ip.public", "ip.purpose"] },
      {
        text: "{ip.subject} is public: it lies in no private range and in no other range for a special purpose.",
        facts: kindFacts,
        when: { "ip.kind": "public" },
      },
      {
        text: "{ip.subject} is not of one kind. Ranges for special purposes in it: {ip.special_inside|names}.",
        facts: [...kindFacts, "ip.special_inside"],
        when: { "ip.kind": "mixed" },
      },
      {
        text: "IANA has assigned only a part of {ip.subject} to registries.",
        facts: [...kindFacts, "ip.special_inside"],
        when: { "ip.kind": "mixed", "ip.special_inside": { atMost: 0 } },
      },
      {
        text: "IANA has not assigned {ip.subject} to a registry.",
        facts: [...kindFacts, ...registryFacts],
        when: { "ip.kind": "unassigned" },
      },
      {
        text: "Its block {ip.block} was given to {registry.id}, the {registry.name}.",
        facts: registryFacts,
      },
      {
        text: "Its block {ip.block} is older than the registries: {ip.block_registry} administers it, but each network in it may be looked after by another registry.",
        facts: registryFacts,
        when: { "registry.id": null },
      },
      {
        text: "No regional registry looks after {ip.subject}.",
        facts: registryFacts,
        when: { "ip.block": null },
        detail: true,
      },
      { text: "It is an address or network of IP version {ip.version}.", facts: ["ip.version"], detail: true },
    ],
    limits: [
      {
        text: "Single networks of the block may have been moved to another registry.",
        when: { "ip.kind": "public" },
      },
    ],
  },
}
