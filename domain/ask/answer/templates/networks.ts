import type { AnswerTemplate } from "../template.ts"

const kindFacts = ["ip.subject", "ip.kind", "ip.public", "ip.private", "ip.purpose", "ip.reference", "ip.special_range"]
const registryFacts = ["registry.id", "registry.name", "registry.website", "ip.block", "ip.block_registry"]

/** Whether two networks have addresses in common, and which of them is inside the other. */
const relationFacts = ["subnet.overlap", "subnet.relation"]
const joinFacts = ["subnet.joinable", "subnet.adjacent"]

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
  "ip.notation": {
    sentences: [
      { text: "The shortest form of {ip.address} is {ip.shortest}.", facts: ["ip.shortest"], when: { "ip.version": 6 } },
      { text: "The full form of {ip.address} is {ip.full}.", facts: ["ip.full"], when: { "ip.version": 6 } },
      { text: "{ip.address} has no shorter and no longer form.", facts: ["ip.shortest", "ip.full"], when: { "ip.version": 4 } },
      { text: "As a decimal number it is {ip.decimal}.", facts: ["ip.decimal"] },
      { text: "As a hexadecimal number it is {ip.hexadecimal}.", facts: ["ip.hexadecimal"] },
      { text: "Its mapped form is {ip.mapped}.", facts: ["ip.mapped"] },
      { text: "{ip.address} has no mapped form: its IP version is {ip.version}.", facts: ["ip.mapped"], when: { "ip.mapped": null } },
      { text: "The name of its PTR record is {ip.pointer_name}. Whether the record exists was not checked.", facts: ["ip.pointer_name"] },
      { text: "It is an address of IP version {ip.version}.", facts: ["ip.version"], detail: true },
    ],
  },
  "ip.compare_networks": {
    sentences: [
      {
        text: "Both are the network {subnet.first}: they have the same addresses.",
        facts: [...relationFacts, ...joinFacts, "subnet.smallest_cover"],
        when: { "subnet.relation": "equal" },
      },
      {
        text: "{subnet.first} is inside {subnet.second}: they overlap in all addresses of {subnet.first}.",
        facts: relationFacts,
        when: { "subnet.relation": "inside" },
      },
      {
        text: "{subnet.first} contains {subnet.second}: they overlap in all addresses of {subnet.second}.",
        facts: relationFacts,
        when: { "subnet.relation": "contains" },
      },
      {
        text: "{subnet.first} and {subnet.second} do not overlap: they have no address in common, and neither is inside the other.",
        facts: relationFacts,
        when: { "subnet.relation": "disjoint" },
      },
      {
        text: "One is a network of IPv{subnet.first_version}, the other of IPv{subnet.second_version}: no network covers both.",
        facts: [...relationFacts, ...joinFacts, "subnet.smallest_cover"],
        when: { "subnet.same_version": false },
      },
      {
        text: "Whether {subnet.first} and {subnet.second} overlap is not stated: a prefix length alone has no addresses.",
        facts: [...relationFacts, ...joinFacts, "subnet.smallest_cover"],
        when: { "subnet.relation": null },
        detail: true,
      },
      {
        text: "Networks of prefix length {subnet.smaller_prefix} that fit into one of {subnet.larger_prefix}: {subnet.fitting}.",
        facts: ["subnet.fitting", "subnet.larger_prefix", "subnet.smaller_prefix"],
        detail: true,
      },
      {
        text: "Networks of prefix length {subnet.smaller_prefix} that fit into one of {subnet.larger_prefix}: {subnet.fitting}.",
        facts: [],
        when: { "subnet.relation": null },
      },
      ...["disjoint", "inside", "contains"].map((relation) => ({
        text: "The smallest single network that covers {subnet.first} and {subnet.second} is {subnet.smallest_cover}, from {subnet.cover_first} to {subnet.cover_last}.",
        facts: ["subnet.smallest_cover", "subnet.cover_first", "subnet.cover_last", "subnet.joinable"],
        when: { "subnet.relation": relation },
      })),
      { text: "{subnet.smallest_cover} has {subnet.cover_addresses} addresses.", facts: ["subnet.cover_addresses"], detail: true },
      {
        text: "{subnet.first} and {subnet.second} are both halves of {subnet.smallest_cover}: joined, they are exactly that network.",
        facts: ["subnet.smallest_cover", ...joinFacts],
        when: { "subnet.joinable": true },
      },
      {
        text: "{subnet.first} and {subnet.second} cannot be joined exactly into one network: {subnet.smallest_cover} has other addresses too.",
        facts: joinFacts,
        when: { "subnet.joinable": false, "subnet.relation": "disjoint" },
      },
      {
        text: "{subnet.first} and {subnet.second} are adjacent: no address is between them.",
        facts: ["subnet.adjacent"],
        when: { "subnet.adjacent": true },
        detail: true,
      },
      {
        text: "{subnet.first} and {subnet.second} are not adjacent.",
        facts: ["subnet.adjacent"],
        when: { "subnet.adjacent": false },
        detail: true,
      },
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
