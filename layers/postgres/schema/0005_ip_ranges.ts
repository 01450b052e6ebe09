/**
 * Which country each range of IP addresses is in. Addresses are the version and as many hexadecimal digits as it has
 * ("4c1000000"), so that text order is the order of addresses. No two ranges overlap: the range of an address is the one
 * that begins last before it, one probe of the key.
 */
export const ipRangesTables: ReadonlyArray<string> = [
  `create table ip_range (
     first_address text collate "C" primary key,
     last_address text collate "C" not null,
     country text not null)`,
]
