import { gap, unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source knows persons, devices, street addresses or towns behind an IP address. The sources state the country and the operator of the network that it belongs to.",
    "person behind | who is behind 8.8.8.8 | whose computer | home address | street address | which person | which user | name of the user | user behind | customer behind | city of 8.8.8.8 | which city 8.8.8.8 | what city 8.8.8.8 | town of 8.8.8.8 | exact location of 8.8.8.8 | precise location of 8.8.8.8 | postal address of 8.8.8.8 | exact location of the IP | precise location of the IP | exact location of the visitor | exact location of the user | postal address behind | which street | house number",
  ),
  unmistakableGap(
    "No source has the contacts of networks, such as the one for reports of abuse. The sources state the country and the operator of the network.",
    "abuse contact | abuse email | abuse mail | abuse address | abuse desk | report abuse | report the abuse | contact for 8.8.8.8",
  ),
  unmistakableGap(
    "No source has lists of the networks that an autonomous system announces. The sources state how many they are, and who announces the network of an address.",
    "list of IPv4 prefixes | list of IPv6 prefixes | list of prefixes of AS3320 | list the prefixes of AS3320 | all prefixes of AS3320 | which prefixes does AS3320 announce | list of ranges of AS3320 | list of networks of AS3320",
  ),
  gap(
    "No source has the dates on which networks were allocated. The sources state the country and the operator of the network.",
    "allocated on | allocation date | date of allocation",
  ),
  gap(
    "No source knows whether an address is a VPN, a proxy or a source of abuse, or whether a host answers. The sources state the country and the operator of its network.",
    "8.8.8.8 a vpn | behind a vpn | vpn address | uses a vpn | vpn exit | commercial vpn | vpn or proxy | vpn or tor | proxy | tor exit | tor node | exit node | blacklisted | blocklist | blocklisted | malicious | open port | open ports | ports open | ping | pingable | latency | hostname of 8.8.8.8 | reverse dns | ptr record | rdns | bandwidth",
  ),
]
