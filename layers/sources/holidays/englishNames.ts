import listed from "./englishNames.json" with { type: "json" }

/**
 * English names of holidays that the data of a country has under another name: country → rule, or its beginning → names. A country is listed
 * where its data has a local name only (`Bundesfeiertag`) or where English texts use another name than the data (`Presidents' Day`).
 */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = listed

/** English names of the holidays that the data names alike in all countries. */
const standard: Readonly<Record<string, string>> = {
  "National Holiday": "National Day",
  "easter -48": "Carnival",
  "easter -47": "Carnival",
}

const list = (text: string | undefined): ReadonlyArray<string> => text?.split("|") ?? []

/** Further English names of the holiday that a rule of a country gives, or of the kind of holiday that the data refers to by `_name`. */
export const englishNames = (country: string, rule: string, kind: string | undefined): ReadonlyArray<string> => [
  ...list(standard[kind ?? ""]),
  ...Object.entries(names[country] ?? {}).flatMap(([start, own]) => (rule === start || rule.startsWith(`${start} `) ? list(own) : [])),
]

/** Names that mean one holiday in every country, each with the name that the data has. All are in the form that is compared. */
export const usualNames: Readonly<Record<string, string>> = {
  easter: "easter sunday",
  ostern: "ostersonntag",
  pfingsten: "pfingstsonntag",
  "whit sunday": "pentecost",
  whitsun: "pentecost",
  "pentecost sunday": "pentecost",
  "pentecost monday": "whit monday",
  "holy thursday": "maundy thursday",
  "holy saturday": "easter saturday",
  "carnival monday": "shrove monday",
  "carnival tuesday": "shrove tuesday",
  "mardi gras": "shrove tuesday",
  "three kings": "epiphany",
  "three kings day": "epiphany",
  "womens day": "international womens day",
  "lunar new year": "chinese new year",
  "feast of the assumption": "assumption",
  "feast of corpus christi": "corpus christi",
  diwali: "deepavali",
  deepavali: "diwali",
  vesak: "vesak day",
  wesak: "vesak",
  ramadan: "first day of ramadan",
  "start of ramadan": "first day of ramadan",
  "beginning of ramadan": "first day of ramadan",
  "eid ul fitr": "eid al fitr",
  "eid fitr": "eid al fitr",
  "eid ul adha": "eid al adha",
  "eid adha": "eid al adha",
  bakrid: "eid al adha",
  "bakra eid": "eid al adha",
  tabaski: "eid al adha",
  korite: "eid al fitr",
  lebaran: "eid al fitr",
  "idul fitri": "eid al fitr",
  "idul adha": "eid al adha",
  "hari raya aidilfitri": "eid al fitr",
  "hari raya puasa": "eid al fitr",
  "hari raya haji": "eid al adha",
  "aid el fitr": "eid al fitr",
  "aid el adha": "eid al adha",
  "eid el kabir": "eid al adha",
  "aid el kebir": "eid al adha",
  "eid el fitr": "eid al fitr",
  "kurban bayrami": "eid al adha",
  "ramazan bayrami": "eid al fitr",
  "hijri new year": "islamic new year",
  "muslim new year": "islamic new year",
  chanukah: "hanukkah",
  "jewish new year": "rosh hashanah",
}
