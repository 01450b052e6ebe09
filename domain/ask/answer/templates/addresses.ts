import type { AnswerTemplate } from "../template.ts"

const countryOfAddress: AnswerTemplate = {
  sentences: [
    {
      text: "The address {ip.address} belongs to {country.name|country} ({country.code}).",
      facts: ["country.code", "country.name", "ip.found", "ip.address"],
      when: { "ip.found": true },
    },
    {
      text: "No country is known for the address {ip.address}.",
      facts: ["country.code", "country.name", "ip.found", "ip.address"],
      when: { "ip.found": false },
    },
    { text: "It is an address of IP version {ip.version}.", facts: ["ip.version"], detail: true },
  ],
  limits: [{ text: "The country is the one an address range is registered in or declared for; its user may be elsewhere." }],
}

const countryFacts = ["country.code", "country.name", "network.country_percent"]

/** What is not known of a number that no network announces. */
const operatorFacts = [
  "network.organisation",
  "network.found",
  "network.ipv4_ranges",
  "network.ipv6_ranges",
  "network.ipv4_addresses",
  ...countryFacts,
]

const announcerFacts = ["network.asn", "network.number", "network.organisation", "network.operators", "network.operator_count", "ip.found"]

/** IP addresses and the networks that have them. */
export const addresses: Readonly<Record<string, AnswerTemplate>> = {
  "ip.registry_of_country": {
    sentences: [
      {
        text: "Addresses in {country.name|country} are assigned by {registry.id}, the {registry.name}.",
        facts: ["registry.id", "registry.name", "registry.website"],
      },
      { text: "The national registry under it is {registry.national}.", facts: ["registry.id", "registry.national"] },
      {
        text: "{country.name|country} has no national registry under it.",
        facts: ["registry.national"],
        when: { "registry.national": null },
        detail: true,
      },
    ],
  },
  "ip.subnet": {
    sentences: [
      {
        text: "{subnet.cidr} goes from {subnet.first_address} to {subnet.last_address}.",
        facts: ["subnet.cidr", "subnet.first_address", "subnet.last_address"],
      },
      {
        text: "{subnet.cidr} has {subnet.addresses} addresses.",
        facts: ["subnet.addresses", "subnet.prefix_length", "subnet.cidr", "subnet.network"],
      },
      { text: "Hosts in {subnet.cidr} can use {subnet.usable_hosts} addresses.", facts: ["subnet.usable_hosts"] },
      {
        text: "The usable addresses of {subnet.cidr} go from {subnet.first_host} to {subnet.last_host}.",
        facts: ["subnet.first_host", "subnet.last_host"],
      },
      { text: "The netmask of {subnet.cidr} is {subnet.netmask}.", facts: ["subnet.netmask", "subnet.prefix_length"] },
      {
        text: "The wildcard (inverse) mask of {subnet.cidr} is {subnet.wildcard_mask}.",
        facts: ["subnet.wildcard_mask"],
        detail: true,
      },
      {
        text: "Networks of IP version {subnet.version} have no netmask.",
        facts: ["subnet.netmask", "subnet.wildcard_mask"],
        when: { "subnet.netmask": null },
        detail: true,
      },
      { text: "The broadcast address of {subnet.cidr} is {subnet.broadcast}.", facts: ["subnet.broadcast"] },
      {
        text: "{subnet.inside} lies inside the network {subnet.cidr}, whose address is {subnet.network}.",
        facts: ["subnet.inside", "subnet.network", "subnet.cidr"],
      },
      {
        text: "The address of the network is {subnet.network}.",
        facts: ["subnet.network"],
        when: { "subnet.inside": null },
        detail: true,
      },
      {
        text: "{subnet.cidr} is a network of IP version {subnet.version}, with a prefix length of {subnet.prefix_length}.",
        facts: ["subnet.version", "subnet.prefix_length"],
        detail: true,
      },
    ],
  },
  "ip.network": {
    sentences: [
      {
        text: "The address {ip.address} is announced by {network.organisation} ({network.asn}).",
        facts: [...announcerFacts, "ip.address"],
        when: { "ip.found": true, "subnet.cidr": null },
      },
      {
        text: "No network that announces the address {ip.address} is known.",
        facts: [...announcerFacts, "ip.address"],
        when: { "ip.found": false, "subnet.cidr": null },
      },
      {
        text: "{network.organisation} ({network.asn}) announces {network.announced_percent} percent of the addresses of {subnet.cidr}.",
        facts: [...announcerFacts, "subnet.cidr", "network.announced_percent"],
        when: { "network.operator_count": 1 },
      },
      {
        text: "Of the addresses of {subnet.cidr}, {network.operator_count} autonomous systems announce parts; {network.organisation} ({network.asn}) has the most, {network.announced_percent} percent.",
        facts: [...announcerFacts, "subnet.cidr", "network.announced_percent"],
        when: { "network.operator_count": { atLeast: 2 } },
      },
      {
        text: "In {subnet.cidr} are networks of: {network.operators|names}.",
        facts: ["network.operators"],
        when: { "network.operator_count": { atLeast: 2 } },
        detail: true,
      },
      {
        text: "No network in {subnet.cidr} is known that is announced.",
        facts: [...announcerFacts, "subnet.cidr", "network.announced_percent"],
        when: { "ip.found": false },
      },
      {
        text: "Its range goes from {network.range_start} to {network.range_end}.",
        facts: ["network.range_start", "network.range_end"],
        detail: true,
      },
      {
        text: "The range is {subnet.cidr}.",
        facts: ["network.range_start", "network.range_end"],
        when: { "network.range_start": null },
        detail: true,
      },
    ],
    limits: [{ text: "The organisation operates the network; its customer may use the address." }],
  },
  "ip.autonomous_system": {
    sentences: [
      {
        text: "{network.asn} is operated by {network.organisation}.",
        facts: ["network.organisation", "network.asn", "network.found", "network.number", "network.kind"],
      },
      {
        text: "{network.asn} is {network.special_use}.",
        facts: ["network.asn", "network.kind", "network.special_use", "network.private", ...operatorFacts],
      },
      {
        text: "No network is known that {network.asn} announces: its operator is not in the data.",
        facts: ["network.asn", ...operatorFacts],
        when: { "network.found": false, "network.special_use": null },
      },
      {
        text: "{network.asn} is not private: it is one of the numbers that registries give to networks.",
        facts: ["network.private", "network.kind", "network.special_use"],
        when: { "network.kind": "public" },
        detail: true,
      },
      {
        text: "Of its addresses {network.country_percent} percent are registered in or declared for {country.name|country}.",
        facts: countryFacts,
      },
      {
        text: "No one country has more than half of its addresses.",
        facts: countryFacts,
        when: { "network.found": true, "country.code": null },
      },
      {
        text: "It announces {network.ipv4_ranges} ranges of IP version four, with {network.ipv4_addresses} addresses, and {network.ipv6_ranges} of version six.",
        facts: ["network.ipv4_ranges", "network.ipv6_ranges", "network.ipv4_addresses"],
      },
      {
        text: "In plain notation it is {network.number}, in dotted notation {network.asdot}.",
        facts: ["network.asdot", "network.number"],
        detail: true,
      },
    ],
    limits: [
      {
        text: "The country is that of most addresses; the registry's own country of the AS number is not in the data.",
        when: { "network.found": true },
      },
    ],
  },
  "ip.country": countryOfAddress,
  "ip.range": {
    sentences: [
      ...countryOfAddress.sentences,
      {
        text: "Its range goes from {ip.range_start} to {ip.range_end} and has {ip.range_size} addresses.",
        facts: ["ip.range_start", "ip.range_end", "ip.range_size"],
      },
      { text: "As networks: {ip.cidrs|names}.", facts: ["ip.cidrs"] },
    ],
    limits: countryOfAddress.limits ?? [],
  },
}
