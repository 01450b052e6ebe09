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

/** How many people live in a town. */
const populationSentences = [
  {
    text: "{place.name} has about {place.population} inhabitants (an estimate of GeoNames, which may be some years old).",
    facts: ["place.population"],
  },
  {
    text: "GeoNames has no population of {place.name}.",
    facts: ["place.population"],
    when: { "place.population": null },
    detail: true,
  },
]

const distanceFacts = ["route.distance_km", "route.distance_miles", "route.distance_nautical_miles", "route.from", "route.to"]

/** Towns and addresses. */
export const places: Readonly<Record<string, AnswerTemplate>> = {
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
  "place.search": {
    sentences: [
      {
        text: "{place.other_name} is another name, or a former one, of {place.name} in {country.name|country}.",
        facts: ["place.other_name", "place.name", "country.code", "country.name"],
      },
      {
        text: "{place.name} in {country.name|country} lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["place.name", "geo.latitude", "geo.longitude", "time.zone", "country.code", "country.name"],
      },
      { text: "Its region is {place.region}.", facts: ["place.region"] },
      ...populationSentences,
      { text: "Its district is {place.district}.", facts: ["place.district"], detail: true },
      {
        text: "{place.matches|count} places match, the best first: {place.matches|regions}.",
        facts: ["place.matches", "place.name", "geo.latitude", "time.zone"],
        when: { "place.matches": { atLeast: 2 } },
      },
      {
        text: "No place of this name was found.",
        facts: ["place.name", "place.population", "place.matches", "geo.latitude", "geo.longitude", "time.zone"],
        when: { "place.name": null },
      },
    ],
    limits: [{ text: "More places match than were delivered.", when: { "place.more": true } }],
  },
  "place.nearest": {
    sentences: [
      {
        text: "The nearest town is {place.name} in {country.name|country}, {place.distance_km} km away at a bearing of {place.bearing} degrees.",
        facts: ["place.name", "place.distance_km", "place.bearing", "country.code", "country.name"],
      },
      { text: "It lies in {place.region}.", facts: ["place.region", "place.district"] },
      ...populationSentences,
      {
        text: "The city that it belongs to or lies near is {place.city}, whose centre is {place.city_distance_km} km away.",
        facts: ["place.city", "place.city_distance_km"],
      },
      {
        text: "{place.city} has about {place.city_population} inhabitants (an estimate of GeoNames, which may be some years old).",
        facts: ["place.city_population"],
        detail: true,
      },
      {
        text: "No large city of the country is near {place.name}.",
        facts: ["place.city", "place.city_distance_km", "place.city_population"],
        when: { "place.city": null },
        detail: true,
      },
      { text: "After it come {place.next|names}.", facts: ["place.next"] },
      { text: "The time zone there is {time.zone}.", facts: ["time.zone"], detail: true },
    ],
  },
  "place.largest": {
    sentences: [
      {
        text: "{place.total} towns and cities have at least {place.threshold} people there.",
        facts: ["place.total", "place.threshold"],
      },
      {
        text: "The largest is {place.name} ({country.name|country}), with about {place.population} inhabitants.",
        facts: ["place.name", "place.population", "country.code", "country.name"],
        when: { "place.rank": null },
      },
      {
        text: "Number {place.rank} by population is {place.name} ({country.name|country}), with about {place.population} inhabitants.",
        facts: ["place.name", "place.population", "place.rank", "country.code", "country.name"],
        when: { "place.rank": { atLeast: 1 } },
      },
      { text: "{place.name} is in {place.region}.", facts: ["place.region"], detail: true },
      {
        text: "{place.name} lies at latitude {geo.latitude} and longitude {geo.longitude}, in the time zone {time.zone}.",
        facts: ["geo.latitude", "geo.longitude", "time.zone"],
        detail: true,
      },
      { text: "The largest first: {place.largest|towns}.", facts: ["place.largest"] },
      {
        text: "No town there meets the conditions.",
        facts: ["place.name", "place.population", "place.largest", "place.total"],
        when: { "place.name": null },
      },
    ],
    limits: [{ text: "Populations are estimates of GeoNames, of years that differ from place to place." }],
  },
  "place.distance": {
    sentences: [
      {
        text: "From {route.from.name}, {route.from.country_name|country}, to {route.to.name}, {route.to.country_name|country}, it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
      },
      {
        text: "From {route.from.name} to the point {route.to.latitude}, {route.to.longitude} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.to.name": null },
      },
      {
        text: "From the point {route.from.latitude}, {route.from.longitude} to {route.to.name} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.from.name": null },
      },
      {
        text: "From the point {route.from.latitude}, {route.from.longitude} to the point {route.to.latitude}, {route.to.longitude} it is {route.distance_km} km, {route.distance_miles} miles or {route.distance_nautical_miles} nautical miles as the crow flies.",
        facts: distanceFacts,
        when: { "route.from.name": null, "route.to.name": null },
      },
      { text: "The way begins at a bearing of {route.initial_bearing} degrees.", facts: ["route.initial_bearing"], detail: true },
    ],
    limits: [
      { text: "{route.notes|names}" },
      { text: "Distances are those of a sphere, within half a percent of the true ones. Roads are longer." },
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
