import { Effect } from "effect"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { keyOf, numberOf } from "./address.ts"
import { notPublic } from "./specialPurposes.ts"
import { subnetOf } from "./subnet.ts"

/** An autonomous system, and how much of a network of addresses it announces. */
export interface Announcer {
  readonly asn: string
  readonly organisation: string
  readonly percent: number
  /** How many autonomous systems announce a part of the network. */
  readonly systems: number
}

const maxListed = 20

/** Shorter prefixes than the registries give out: a quarter of the internet is no operator's. */
const minPrefix = { 4: 8, 6: 16 } as const

/** A network that is too large, has no address or is not public is refused before a call. */
export const notAnnounceable = (input: { readonly "subnet.cidr": string }): InputProblem | undefined => {
  const { cidr, first_address, last_address, prefix_length, version } = subnetOf(input["subnet.cidr"])
  const refusal = (reason: string): InputProblem => ({ field: "subnet.cidr", reason })
  if (first_address === null || last_address === null) return refusal("needs the address of the network before the slash.")
  const least = minPrefix[version === 4 ? 4 : 6]
  if (prefix_length < least)
    return refusal(`${cidr} is too large: the prefix length must be at least ${least} for IPv${version}. Divide it into smaller networks.`)
  const problem = notPublic({ "ip.address": first_address })
  return problem && refusal(problem.reason)
}

/**
 * Who announces the addresses of a network, the one with the most addresses first. Ranges do not overlap, so of the ranges that begin
 * before it only the last can reach into it. Addresses of IPv6 are counted in networks of 48 bits.
 */
export const announcersOf = (data: ReadDataset, cidr: string) => {
  const network = subnetOf(cidr)
  const version = network.version === 4 ? 4 : 6
  const [first, last] = [network.first_address!, network.last_address!].map((address) => keyOf(numberOf(address), version)) as [
    string,
    string,
  ]
  const digits = version === 4 ? 8 : 12
  const size = Math.max(1, 2 ** (digits * 4 - network.prefix_length))
  return data(
    (sql) => sql<Announcer>`
      with inside as (
        select asn, organisation, greatest(first_address, ${first}) as first, least(last_address, ${last}) as last from ip_network
        where first_address <= ${last} and last_address >= ${first} and first_address >=
          coalesce((select first_address from ip_network where first_address <= ${first} order by first_address desc limit 1), ${first})
      ), sizes as (
        select asn, min(organisation) as organisation,
          sum(('x' || lpad(substr(last, 2, ${digits}::int), 16, '0'))::bit(64)::bigint
            - ('x' || lpad(substr(first, 2, ${digits}::int), 16, '0'))::bit(64)::bigint + 1)::float8 as size
        from inside group by asn
      )
      select 'AS' || asn as asn, organisation, least(100, round((100 * size / ${size}::float8)::numeric, 1))::float8 as percent,
        count(*) over ()::int as systems
      from sizes order by size desc, sizes.asn limit ${maxListed}`,
  ).pipe(Effect.map((announcers) => ({ network, announcers })))
}
