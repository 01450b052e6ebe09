import { gap, unmistakableGap } from "../gap.ts"

const noRegistries =
  "No source asks the registries of domains or the DNS: whether a domain is registered or free, by whom and until when, and where it is hosted is not known here. The sources take a domain name apart by the public suffix list."

export const gaps = [
  unmistakableGap(
    "No source knows whether a mailbox exists or is read, whose it is, or whether a message arrives. The sources check the form of an address and state what kind of provider its domain is.",
    "mailbox exist | mailbox really exists | mailbox exists | mailbox active | mailbox real | inbox exist | inbox exists | address exist | address exists | address really exists | email exist | email exists | e-mail exists | does anna@example.com exist | anna@example.com really exist | anna@example.com get delivered | anna@example.com be delivered | mail get delivered | mail be delivered | email get delivered | email be delivered | message get delivered | message be delivered | message arrive | mail arrive | mail even arrive | email arrive | e-mail arrive | anna@example.com accept mail | anna@example.com accept email | anna@example.com receive mail | anna@example.com receive email | example.com accept mail | example.com accept email | example.com receive mail | example.com receive email | domain accept mail | domain accept email | domain receive mail | domain receive email | " +
      "bounce mail | get read | who reads | person behind anna@example.com | who is anna@example.com | who uses anna@example.com | owner of anna@example.com | whose email | whose e-mail | whose mailbox | address breached | address leaked | address hacked | pwned | spam trap",
  ),
  unmistakableGap(
    noRegistries,
    "whois example.com | whois of example.com | domain available | domain example.com available | domain example.com still available | domain example.com free | domain example.com still free | domain example.com taken | domain example.com registered | example.com available | example.com still available | example.com taken | example.com still free | example.com free to register | free to register | available to buy | when was example.com registered | domain free | domain still free | domain taken | available for registration | available to register | when was the domain registered | when was that domain registered | registry of .de | registry for .de | registry looks after .de | registry runs .de | who runs .de | who operates .de | dmarc record | spf record | dkim record | mx record | mx records | nameserver | nameservers | registrar | registration date of example.com | registration date example.com",
  ),
  gap(
    noRegistries,
    "whois | reserve the domain example.com | book the domain example.com | buy the domain example.com | register the domain example.com | still available | who owns the domain | owner of the domain | who owns the website | owner of the website | owner of example.com | who owns example.com | who registered | example.com belongs | registered example.com | who is behind example.com | registrant | registrar | domain expire | when does example.com expire | example.com expire | expiry of example.com | expiry date of example.com | expiration of example.com | when expires example.com | " +
      "dns record | dns records | mx record | mx records | a record | txt record | nameserver | nameservers | spf | dkim | dmarc | ssl certificate | certificate | website up | website down | site down | example.com down | site up | hosted | hosting | host of example.com | page rank | visitors of example.com | traffic of example.com",
  ),
]
