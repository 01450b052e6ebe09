/** Which network announces each range of IP addresses. Addresses are written as in `ip_range`, and no two ranges overlap. */
export const ipNetworksTable: ReadonlyArray<string> = [
  `create table ip_network (
     first_address text collate "C" primary key,
     last_address text collate "C" not null,
     asn bigint not null,
     organisation text not null)`,
]
