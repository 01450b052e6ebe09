/**
 * What each autonomous system announces. `country` is where most of its addresses are registered or declared, of the IPv4 ones if it has any.
 */
export const autonomousSystemsTable: ReadonlyArray<string> = [
  `create table autonomous_system (
     asn bigint primary key,
     organisation text not null,
     ipv4_ranges int not null,
     ipv6_ranges int not null,
     ipv4_addresses bigint not null,
     country text,
     country_share float8)`,
]
