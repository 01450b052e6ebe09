import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf } = plansAt(Date.UTC(2026, 10, 22, 9))

describe("a value that cannot be", () => {
  it.each([
    ["What time is it in Riga when it is 26:15 in Lima?", "26:15 is no time of day"],
    ["13:61 UTC in Tokyo time", "13:61 is no time of day"],
    ["Business days in Italy from 3 to 33 October 2027", "33 October does not exist"],
    ["Is December 41st a holiday in Spain?", "41 December does not exist"],
    ["When is sunset in Oslo on 30 February 2026?", "30 February 2026 does not exist"],
    ["Her last day is 31 June. What weekday is that?", "31 June does not exist: June has 30 days"],
    ["is 29 February 2027 a Monday", "29 February 2027 does not exist: February has 28 days in that year"],
    ["Is 2027-02-30 a holiday in France?", "2027-02-30 does not exist: February 2027 has 28 days"],
    ["Is 29/02/2027 a holiday in France?", "29/02/2027 does not exist"],
    ["Is 02/30/2027 a holiday in the US?", "02/30/2027 does not exist"],
    ["Is 31.04.2027 a holiday in France?", "31.04.2027 does not exist: April 2027 has 30 days"],
    ["Is 2027-13-01 a holiday in France?", "2027-13-01 does not exist: a year has the months 01 to 12"],
    ["Geolocate 187.300.14.6", "187.300.14.6 is no IPv4 address"],
    ["my colleague's clock is at UTC+16, what is 9:00 in Oslo for him", "UTC+16 is no offset"],
    ["Where is the airport with the IATA code X7Q?", "X7Q is no IATA code"],
    ["who operates AS 4294967296", "AS 4294967296 is no AS number"],
    ["Is the VAT number ZZ123456789 valid?", "ZZ is the prefix of no VAT number"],
    ["Support ticket shows address 300.12.4.1. Location?", "300.12.4.1 is no IPv4 address"],
    ["country of 2001:db8:12345::1", "2001:db8:12345::1 is no IPv6 address"],
    ["Please split 10.0.0.0/33 into two halves", "10.0.0.0/33 is no network: it must have a prefix length from 0 to 32"],
    ["how many addresses has 2001:db8::/129", "from 0 to 128"],
    ["Is example..com a valid domain", "there is nothing between two of its dots"],
    ["IBAN is DE** **** **** **** **** 00 on the scan, is it correct?", "has hidden characters"],
    ["is NL91 ABNA 0417 •••• 00 a valid IBAN", "has hidden characters"],
  ])("is refused first, with what is wrong with it: %s", (question, reason) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.include(draft.message, reason)
  })

  it.each([
    "What time is it in Lima when it is 23:59 in Riga?",
    "IATA code of EDDF",
    "who operates AS4294967295",
    "Is 2028-02-29 a holiday in Spain?",
    "Is 12/31/2027 a holiday in the US?",
    "What is 9:00 at UTC-11 in Oslo time?",
    "Is 31 December 2026 a holiday in Spain?",
    "Is 29 February 2028 a holiday in Spain?",
    "Is the VAT number EL094014201 valid?",
    "screens with an aspect ratio of 16:90",
    "which towns in Peru may 45 people visit",
    "Where is 2001:4860:4860::8888 from?",
    "is 044.668.18.00 a Swiss phone number",
    "how many addresses has 10.0.0.0/32",
    "is **DE89 3704 0044 0532 0130 00** a valid IBAN",
    "Is IBAN **DE89370400440532013000** valid?",
    "Check VAT **ATU13585627**",
    "BIC **COBADEFFXXX** valid?",
    "Is IBAN DE89370400440532013000 valid? Reference AB**12",
    "convert 1.250.300.400 bytes to MB",
    "NPWP 31.234.567.8-901.000 valid?",
    "is firmware 10.300.2.1 newer",
  ])("values at the limits, and texts that only look like one, are not refused so: %s", (question) => {
    const draft = draftOf(question)
    if (draft._tag === "Unsupported") assert.notInclude(draft.message, "Correct it")
  })
})

it("a code that ISO 4217 does not have is no airport", () => {
  const draft = draftOf("Is BTC a valid ISO 4217 code?")
  assert.strictEqual(draft._tag, "NeedsInput")
  assert.include("message" in draft ? draft.message : "", "currency code that ISO 4217 assigns")
})
