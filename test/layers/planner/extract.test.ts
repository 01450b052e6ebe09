import { assert, describe, it } from "@effect/vitest"
import { extract } from "../../../layers/planner/extract/extract.ts"

const now = Date.UTC(2026, 10, 21, 9)
const values = (text: string, kind: string) =>
  extract(text, now)
    .filter((mention) => mention.kind === kind)
    .map(({ value }) => value)

it.each([
  ["distance 60°45.2'N 004°43.0'E to Bergen", 60.753333, 4.716667],
  [`which town is at 51° 28' 38" N, 0° 0' 5" W`, 51.477222, -0.001389],
  ["sunset at 60-45.2N 004-43.0E", 60.753333, 4.716667],
  ["sunset at 33°51.5'S 151°12.6'E", -33.858333, 151.21],
])("degrees with minutes and seconds are coordinates: %s", (text, latitude, longitude) =>
  assert.deepStrictEqual([values(text, "geo.latitude"), values(text, "geo.longitude")], [[latitude], [longitude]]),
)

it("60 minutes are no coordinate", () => assert.deepStrictEqual(values("at 51°60'N 0°10'W", "geo.latitude"), []))

describe("values that only look like one", () => {
  it.each([
    ["the code EL in Greece", "vat.prefix"],
    ["her number is +599 9 461 xxxx, which country", "phone.number"],
    ["call +44 7700 900***, which country", "phone.number"],
    ["sunset Gore new zealand tomorrow", "place.name", "Gore, new zealand"],
    ["sunrise tomorrow please", "place.name"],
    ["population growth", "place.name"],
    ["call at 12:00 15/03/2027 in Tokyo", "phone.number"],
    ["is 978-3-16-148410-0 a valid ISBN", "airport.icao"],
    ["population of Lagos (the big one)", "place.name", "Lagos"],
    ["is a file ending in .pdf a document", "domain.name"],
    ["which domain ends in .ch", "domain.name"],
    ["VAT EL123456789", "vat.prefix"],
    ["€ 250 to CHF", "currency.code", "CHF"],
    ["10 km in 3 hours", "calendar.day_count"],
    ["Almaty is UTC+5 now", "time.zone", "Asia/Almaty"],
    ["which weekday is 24 December 2026", "date", "2026-12-24"],
    ["from which country is DEUTDEFF500", "place.name"],
    ["from which country is DEUTDEFF500", "bank.bic", "DEUTDEFF500"],
    ["convert 15:00 EST to UTC", "time.zone", "America/New_York", "Etc/UTC"],
    ["sunrise hamburg 24.11.2026", "place.name", "hamburg"],
    ["does the sun set late in Singapore", "place.name", "Singapore"],
    ["does the sun set late in Norway", "place.name"],
    ["a real time in Europe/Berlin", "place.name"],
    ["working days, Mon-Fri, in Portugal", "date"],
    ["epoch 1700000000 milliseconds to UTC", "time.unix"],
    ["how many addresses are in an IPv6 /32", "subnet.cidr", "::/32"],
    ["METAR for EDDF please", "airport.icao", "EDDF"],
    ["decode xn--bcher-kva.example", "domain.name", "xn--bcher-kva.example"],
    ["population of San José, Costa Rica", "place.name", "San José, Costa Rica"],
    ["hotels in Berlin. Give me one in St. Gallen", "place.name", "Berlin", "St. Gallen"],
    ["country of IPv6 2001:4860:4860::8888", "place.name"],
    ["Has Yokohama more inhabitants than Osaka", "place.name", "Yokohama", "Osaka"],
    ["distance antwerp - duisburg", "place.name", "antwerp", "duisburg"],
    ["hours between sao paulo and new york", "place.name", "sao paulo", "new york"],
    ["reading a nice bath split", "place.name"],
    ["mail to info@duisburg.example or duisburg-nord", "place.name"],
  ] as const)("%s has as %s only what it names", (text, kind, ...expected) => assert.deepStrictEqual(values(text, kind), expected))
})

describe("mentions of a question", () => {
  it.each([
    ["Is GB29 NWBK 6016 1331 9268 19 valid and so on", "bank.iban", "GB29 NWBK 6016 1331 9268 19"],
    ["my iban is gb29nwbk60161331926819", "bank.iban", "gb29nwbk60161331926819"],
    ["IBAN DE8937040044053201300", "bank.iban", "DE8937040044053201300"],
    ["the SWIFT code NEDSZAJJXXX", "bank.bic", "NEDSZAJJXXX"],
    ["check VAT ATU13585627 please", "tax.vat_number", "ATU13585627"],
    ["VAT number NL123456789B01", "tax.vat_number", "NL123456789B01"],
    ["Is 552 032 534 a valid SIREN?", "company.number", "552 032 534"],
    ["Is 552 032 534 a valid SIREN?", "country.code", "FR"],
    ["which country has the VAT prefix EL", "vat.prefix", "EL"],
    ["₦ is the sign of what", "currency.code", "NGN"],
    ["10 business days after 3 May 2027", "calendar.day_count", 10],
    ["what time is it in Queensland", "time.zone", "Australia/Brisbane"],
    ["9am in Sydney, what in london", "place.name", "london"],
    ["hours of daylight helsinki", "place.name", "helsinki"],
    ["call +44 20 7946 0018", "phone.number", "+44 20 7946 0018"],
    ["where is 8.8.8.8", "ip.address", "8.8.8.8"],
    ["where is 2001:67c:2e8:22::c100:68b", "ip.address", "2001:67c:2e8:22::c100:68b"],
    ["last ip in 192.168.40.0/21", "subnet.cidr", "192.168.40.0/21"],
    ["AS number 3320?", "network.asn", "AS3320"],
    ["is as64512 private", "network.asn", "AS64512"],
    ["ASN: 2914", "network.asn", "AS2914"],
    ["autonomous system 174", "network.asn", "AS174"],
    ["the sheet lists 13335 as one of the AS numbers", "network.asn", "AS13335"],
    ["holder of AS3.10.", "network.asn", "AS3.10"],
    ["first address of 10.20.0.0 /22?", "subnet.cidr", "10.20.0.0/22"],
    ["the range of 2001:db8:40::/44.", "subnet.cidr", "2001:db8:40::/44"],
    ["how many addresses are in a /22 (ipv4)", "subnet.cidr", "/22"],
    ["split news.bbc.co.uk", "domain.name", "news.bbc.co.uk"],
    ["is john..doe@example.com fine?", "email.address", "john..doe@example.com"],
    ["at 40.7128 north, 74.0060 west", "geo.longitude", -74.006],
    ["the capital of Côte d'Ivoire", "country.code", "CI"],
    ["a Danish company", "country.code", "DK"],
    ["holidays in Bavaria", "region.code", "DE-BY"],
    ["prices in Swiss francs", "currency.code", "CHF"],
    ["now in europe, say Europe/Berlin", "time.zone", "Europe/Berlin"],
    ["the flight from LHR", "airport.iata", "LHR"],
    ["weather in Hay-on-Wye", "place.name", "Hay-on-Wye"],
    ["on Christmas Day 2026", "date", "2026-12-25"],
    ["sunset tomorrow", "date", "2026-11-22"],
    ["in May 2026", "date.start", "2026-05-01"],
    ["in May 2026", "date.end", "2026-05-31"],
    ["holidays next year", "date.year", 2027],
    ["between 7/1/2026 and 7/31/2026", "date", "2026-07-01"],
    ["when it's 9am on 23 November 2026", "date.reading", "2026-11-23T09:00"],
    ["log entry 28.03.2027 02:30 local time", "date.reading", "2027-03-28T02:30"],
    ["The AWB says LGG", "airport.iata", "LGG"],
    ["nationality: AUT", "country.code", "AT"],
    ["What do Bulgarians pay with", "country.code", "BG"],
    ["Which currency do Danes use", "country.code", "DK"],
    ["sunset kiruna 18 december", "place.name", "kiruna"],
    ["DEUTDEFF", "bank.bic", "DEUTDEFF"],
    ["phone 00 33 1 42 68 53 00 valid?", "phone.number", "00 33 1 42 68 53 00"],
    ["Paris (Texas) population", "place.name", "Paris, Texas"],
    ["where is Cambridge (MA)", "place.name", "Cambridge, MA"],
    ["is Åland in the EU", "country.code", "AX"],
    ["capital of the US Virgin Islands", "country.code", "VI"],
    ["is .gmbh a real ending for a domain", "domain.name", "gmbh"],
    ["26.2 miles to km", "unit.from", "miles"],
    ["26.2 miles to km", "unit.to", "km"],
    ["minus 40 celsius in fahrenheit", "unit.value", -40],
    ["negative three hundred kelvin", "unit.value", -300],
    ["what is 10 minus 3 kg in lb", "unit.value", 3],
    ["1.500,75 m² in square feet", "unit.value", 1500.75],
    ["3,5 kg in lb", "unit.value", 3.5],
    ["1,500 kg in lb", "unit.value", 1500],
    ["1200 barrels of oil, cubic meters", "unit.to", "cubic meters"],
    ["300 light years, parsecs please", "unit.to", "parsecs"],
    ["sunset in Lisbon 15.03.2027", "date", "2027-03-15"],
    ["Bavaria 6.1.27", "date", "2027-01-06"],
    ["on the 23rd of nov", "date", "2026-11-23"],
    ["the 30th of February 2027", "date", "2027-02-30"],
    ["April 31, 2027", "date", "2027-04-31"],
  ] as const)("%s: %s", (text, kind, value) => assert.include(values(text, kind), value))

  it.each([
    ["spring equinox 2027 german local time", ["Europe/Berlin"]],
    ["next eclipse, local time in Japan", ["Asia/Tokyo"]],
    ["next eclipse, Tokyo time", ["Asia/Tokyo"]],
    ["next eclipse in CET", ["Europe/Paris"]],
    ["next eclipse in Tokyo", []],
    ["next eclipse in Japan", []],
    // Which of its zones is meant is not known.
    ["next eclipse, Australian time", []],
  ] as const)("the zone of times is stated as such: %s", (text, zones) => assert.deepStrictEqual(values(text, "zone.stated"), [...zones]))

  it.each([
    ["+351 is what country", "country.calling_code", "+351"],
    ["where is +1 868 from", "country.calling_code", "+1868"],
    ["what country is calling code 972", "country.calling_code", "+972"],
    ["area code 604, which country", "country.calling_code", "+1604"],
    ["which country is behind .kz", "country.top_level_domain", ".kz"],
    ["an address under .com.br", "country.top_level_domain", ".com.br"],
    ["numeric country code 392", "country.numeric", "392"],
  ] as const)("codes of countries are read: %s", (text, kind, value) => assert.deepStrictEqual(values(text, kind), [value]))

  it.each([
    ["1764547200 unix timestamp to utc", 1_764_547_200],
    ["my log says 1800000000, convert to a UTC date", 1_800_000_000],
    ["epoch 1700000000123 in Tokyo time", 1_700_000_000_123],
    ["what date is 1577836800?", 1_577_836_800],
    ["the company's log has the timestamp 1711843200.", 1_711_843_200],
    ["timestamp number 1711843200", 1_711_843_200],
    ["epoch:1700000000123ms to a date", 1_700_000_000_123],
  ] as const)("a Unix timestamp is read as one: %s", (text, value) => {
    assert.deepStrictEqual(values(text, "time.unix"), [value])
    for (const kind of ["company.number", "phone.number", "date", "unit.value"]) assert.deepStrictEqual(values(text, kind), [], kind)
  })

  it.each([
    "who called from 2025550123",
    "is the phone number 2025550123 valid, log the date",
    "is 5213003700 a valid REGON on this date",
    "company number 1234567890 in the log",
    "VAT number 1234567890 on the date of today",
    "convert 1500000000 JPY to EUR at the date of today",
    "convert 1500000000 km to miles, date of the log",
    "epoch 17000000001 to UTC",
    "epoch 1700000000.5 to UTC",
    "1577836800",
  ])("another number is no timestamp: %s", (text) => assert.deepStrictEqual(values(text, "time.unix"), []))

  it.each(["10:00 UTC+7 in Paris", "it is +20 °C", "+5 days", "call +49 30 901820", "+800 which country", "18:00+02:00"])(
    "other numbers with a plus are no calling codes: %s",
    (text) => assert.deepStrictEqual(values(text, "country.calling_code"), []),
  )

  it.each(["last ip in 192.168.40.0/21", "hosts in 8.8.8.0/24?", "size of 2a00:1450::/32"])(
    "the address inside a network is no address by itself: %s",
    (text) => assert.deepStrictEqual(values(text, "ip.address"), []),
  )

  it.each(["as 300 people left", "AS-400 terminal", "ALAS3320", "AS400/500", "as of 2026"])(
    "other letters and numbers are no AS numbers: %s",
    (text) => assert.deepStrictEqual(values(text, "network.asn"), []),
  )

  it("a capital or a city of a time zone beside a national number names its country, if its numbering plan has the number", () => {
    const countryBeside = (text: string) => values(text, "country.code")
    assert.deepStrictEqual(countryBeside("is 01 42 68 53 00 in Paris a landline"), ["FR"])
    assert.deepStrictEqual(countryBeside("020 7946 0958 (London)"), ["GB"])
    assert.deepStrictEqual(values("020 7946 0958 (London)", "phone.number"), ["020 7946 0958"])
    assert.deepStrictEqual(values("0664 1234567, Austria", "phone.number"), ["0664 1234567"])
    // Not a French number, a number with its country, a date, and no place.
    assert.deepStrictEqual(countryBeside("phone 0664 1234567 rang our Paris office"), [])
    assert.deepStrictEqual(countryBeside("+44 20 7946 0958 called Paris"), [])
    assert.deepStrictEqual(values("weather 01 02 2027 in Paris", "phone.number"), [])
    assert.deepStrictEqual(values("order 020 7946 0958", "phone.number"), [])
  })

  it.each(["addresses on 5/22", "a network with 24/7 support", "8.8.8.8/9.9.9.9", "the host example.com/22", "see /22"])(
    "other numbers after a slash are no networks: %s",
    (text) => assert.deepStrictEqual(values(text, "subnet.cidr"), []),
  )

  it.each([
    ["5 ft 3 in to cm", 63, "in"],
    ["how tall is 5 ft 3 in cm", 63, "in"],
    ["how many cm is 6 feet 2 inches?", 74, "in"],
    ["six feet two inches in cm", 74, "in"],
    [`convert 5'10" to cm`, 70, "in"],
    ["convert 5’10” to cm", 70, "in"],
    ["12 stone 4 pounds in kg", 172, "lb"],
    ["2 lb 3.5 oz in grams", 35.5, "oz"],
    ["1 hour 20 minutes in seconds", 80, "min"],
    ["1h20m in seconds", 80, "min"],
    ["6 feet and 2 inches in metres", 74, "in"],
    ["1 day, 2 hours and 5 minutes in seconds", 1565, "min"],
    // What is not exact in the last unit is exact in the first one.
    ["1 m 3 in to ft", 1.0762, "m"],
  ] as const)("a measure in several units is one amount: %s", (text, value, unit) => {
    assert.deepStrictEqual(values(text, "unit.value"), [value])
    assert.deepStrictEqual(values(text, "unit.from"), [unit])
  })

  it.each([
    ["convert 5 miles and 10 km to metres", [5, 10]],
    ["convert 2 kg, 500 g and 3 lb to oz", [2, 500, 3]],
    ["5.5 ft 3 inches to cm", [5.5, 3]],
    ["convert 1 lb 3 kg to g", [1, 3]],
    ["20 C 3 F to K", [20, 3]],
    ["5 kg 3 m to g", [5, 3]],
  ] as const)("amounts that cannot be added stay separate: %s", (text, amounts) =>
    assert.deepStrictEqual(values(text, "unit.value"), [...amounts]),
  )

  it.each([
    ["from 1 July to 31 July 2026", "2026-07-01", "2026-07-31"],
    ["from 1 July to 15 August", "2027-07-01", "2027-08-15"],
    ["from 1st July 2026 to 3rd August 2026", "2026-07-01", "2026-08-03"],
    ["between 1 July and 31 July 2026", "2026-07-01", "2026-07-31"],
    ["between July 1 and July 31, 2026", "2026-07-01", "2026-07-31"],
    ["between 3 and 17 August 2026", "2026-08-03", "2026-08-17"],
    ["between 20 December and 3 January 2027", "2026-12-20", "2027-01-03"],
    ["between 20th December 2026 and 3rd January 2027", "2026-12-20", "2027-01-03"],
  ] as const)("%s is one period, whose year may be written once", (text, from, to) => {
    assert.deepStrictEqual([values(text, "date.start"), values(text, "date.end")], [[from], [to]])
    const span = extract(text, now).find(({ kind }) => kind === "date.start")
    assert.strictEqual(span!.text, text.slice(span!.start, span!.end))
  })

  it("words that chrono takes for dates are not read as dates", () => {
    assert.deepStrictEqual(values("when does the sun rise now", "date"), [])
    assert.deepStrictEqual(values("May I ask", "date"), [])
  })

  it("an ambiguous name offers its meanings", () => {
    const dollars = extract("which countries use dollars", now).find(({ kind }) => kind === "currency.code")
    assert.isAbove(dollars?.options?.length ?? 0, 10)
  })
})

it.each([
  ["Passport country is AUT, which country?", "country.code"],
  ["Which country is PER in?", "airport.iata"],
  ["Which airport is AUT?", "airport.iata"],
  ["the currency code CHE", "currency.code"],
])("a code of several kinds is of the kind whose word is in front of it: %s", (text, kind) => {
  const readings = extract(text, now).filter((mention) => /^[A-Z]{3}$/u.test(mention.text))
  assert.strictEqual(readings.toSorted((a, b) => b.weight - a.weight)[0]?.kind, kind)
})
