/**
 * English names of holidays that the data of a country has under another name: country → rule, or its beginning → names. A country is listed
 * where its data has a local name only (`Bundesfeiertag`) or where English texts use another name than the data (`Presidents' Day`).
 */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AT: { "10-26": "Austrian National Day" },
  BE: { "07-21": "Belgian National Day" },
  BR: { "11-15": "Proclamation of the Republic" },
  CH: { "08-01": "National Day|Swiss National Day|Confederation Day" },
  CN: { "chinese 5-01 solarterm": "Tomb Sweeping Day|Qingming|Qingming Day" },
  CY: { "03-25": "Greek Independence Day", "10-28": "Ohi Day|Oxi Day" },
  CZ: {
    "09-28": "Statehood Day",
    "10-28": "Independence Day|National Day|Czechoslovak Independence Day",
    "11-17": "Freedom and Democracy Day|Velvet Revolution Day",
  },
  DE: {
    "easter 39": "Father's Day",
    "10-03":
      "German Unity Day|Unity Day|Unification Day|German Unification Day|Reunification Day|German Reunification Day|German National Day",
  },
  DK: { "easter 26": "Great Prayer Day|General Prayer Day" },
  ES: { "10-12": "National Day|Spanish National Day|Hispanic Day", "12-06": "Constitution Day|Spanish Constitution Day" },
  ET: {
    "01-06": "Genna|Ganna|Ethiopian Christmas|Orthodox Christmas",
    "01-07": "Genna|Ganna|Ethiopian Christmas|Orthodox Christmas",
    "01-19": "Timkat|Timket|Epiphany",
    "01-20": "Timkat|Timket|Epiphany",
    "03-02": "Adwa Victory Day|Adwa Day",
    "05-01": "Labour Day|May Day",
    "09-11": "Enkutatash|Ethiopian New Year|New Year's Day",
    "09-27": "Meskel|Meskal",
  },
  FI: { "12-06": "National Day|Finnish National Day" },
  FR: { "05-08": "Victory Day|Victory in Europe Day|VE Day", "07-14": "National Day|French National Day", "11-11": "Armistice Day" },
  GB: {
    "1st monday in May": "May Day|May Day bank holiday|Early May bank holiday",
    "1st monday before 06-01": "Late May bank holiday|Whitsun bank holiday",
    "1st monday before 09-01": "August bank holiday|Late summer bank holiday",
    "1st monday in August": "August bank holiday",
  },
  GR: { "03-25": "Independence Day|Greek Independence Day|National Day", "10-28": "Ohi Day|Oxi Day" },
  HU: { "08-20": "National Day|State Foundation Day" },
  IE: {
    "03-17": "National Day",
    "1st monday in May": "May bank holiday|May Day|May Day bank holiday",
    "1st monday in June": "June bank holiday",
    "1st monday in August": "August bank holiday",
    "1st Monday before 11-01": "October bank holiday|Halloween bank holiday",
  },
  IL: {
    "4 Iyyar": "Memorial Day|Remembrance Day",
    "27 Nisan": "Holocaust Memorial Day",
    "5 Iyyar": "National Day",
  },
  IT: { "08-15": "Ferragosto", "04-25": "Liberation Day|Anniversary of the Liberation", "06-02": "National Day|Italian National Day" },
  JP: { "02-11": "National Foundation Day|National Day" },
  KR: { "10-03": "National Day" },
  KE: { "10-10": "Mazingira Day|Utamaduni Day|Huduma Day" },
  LU: { "06-23": "Grand Duke's Birthday|Grand Duke's Official Birthday|Luxembourg National Day" },
  NL: { "04-27": "King's Birthday" },
  NO: { "05-17": "National Day|Norwegian National Day" },
  PT: {
    "04-25": "Freedom Day",
    "06-10": "National Day",
    "10-05": "Republic Day|Implantation of the Republic|Proclamation of the Republic",
    "12-01": "Restoration of Independence|Independence Restoration Day|Independence Day",
  },
  RU: { "06-12": "National Day", "11-04": "National Unity Day" },
  TR: {
    "04-23": "Children's Day|National Sovereignty Day",
    "05-19": "Youth and Sports Day|Youth Day",
    "07-15": "Democracy Day",
    "10-29": "National Day",
  },
  US: {
    "3rd monday in January": "Martin Luther King Day|MLK Day",
    "3rd monday in February": "Presidents' Day",
  },
}

/** English names of the holidays that the data names alike in all countries. */
const standard: Readonly<Record<string, string>> = { "National Holiday": "National Day" }

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
