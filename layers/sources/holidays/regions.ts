/** Regions with holidays of their own: the names that English texts use, and the code (ISO 3166-2). */
const table: Readonly<Record<string, string>> = {
  AT: "1 Burgenland|2 Carinthia|3 Lower Austria|4 Upper Austria|6 Styria|7 Tyrol|8 Vorarlberg",
  AU: "ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia",
  BE: "VLG Flanders|WAL Wallonia",
  CA: "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|QC Québec|SK Saskatchewan|YT Yukon",
  CH: "TI Ticino|VD Vaud|VS Valais|GR Grisons|GR Graubünden|AG Aargau|TG Thurgau|JU Jura",
  DE: "BB Brandenburg|BW Baden-Württemberg|BW Baden-Wuerttemberg|BY Bavaria|BY Bayern|HE Hesse|HE Hessen|MV Mecklenburg-Vorpommern|MV Mecklenburg-Western Pomerania|NI Lower Saxony|NI Niedersachsen|NW North Rhine-Westphalia|NW Nordrhein-Westfalen|RP Rhineland-Palatinate|RP Rheinland-Pfalz|SH Schleswig-Holstein|SL Saarland|SN Saxony|SN Sachsen|ST Saxony-Anhalt|TH Thuringia|TH Thüringen",
  ES: "AN Andalusia|AN Andalucía|AR Aragon|AS Asturias|CB Cantabria|CL Castile and León|CL Castille and León|CM Castile-La Mancha|CM Castille-La Mancha|CN Canary Islands|CT Catalonia|EX Extremadura|GA Galicia|IB Balearic Islands|NC Navarre|PV Basque Country|RI La Rioja",
  GB: "ENG England|NIR Northern Ireland|SCT Scotland|WLS Wales",
  US: "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York State|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WV West Virginia|WI Wisconsin|WY Wyoming",
}

/** Cities that are also regions: a question about holidays means the region, any other question the place. */
const cities: Readonly<Record<string, string>> = {
  AT: "5 Salzburg|9 Vienna",
  BE: "BRU Brussels|BRU Brussels Capital",
  CH: "ZH Zürich|ZH Zurich|BE Bern|LU Lucerne|GE Geneva|FR Fribourg|NE Neuchâtel|BS Basel|BS Basel-Stadt|BS Basel City|BL Basel-Landschaft",
  DE: "BE Berlin|HH Hamburg|HB Bremen",
  ES: "MD Madrid|VC Valencia",
  US: "NY New York|WA Washington State|GA Georgia",
}

export interface Region {
  readonly name: string
  readonly country: string
  readonly code: string
  /** The name is at least as often the name of a city or a country. */
  readonly isOther: boolean
}

const read = (lines: Readonly<Record<string, string>>, isOther: boolean): ReadonlyArray<Region> =>
  Object.entries(lines).flatMap(([country, regions]) =>
    regions.split("|").map((line) => {
      const space = line.indexOf(" ")
      return { name: line.slice(space + 1), country, code: `${country}-${line.slice(0, space)}`, isOther }
    }),
  )

export const regions: ReadonlyArray<Region> = [...read(table, false), ...read(cities, true)]

/** English names of regions that date-holidays names in their own language. */
const ownNames: Readonly<Record<string, string>> = {
  "BE-DE": "German-speaking Community",
  "BR-DF": "Federal District",
  "CA-NL": "Newfoundland and Labrador",
  "DE-BE": "Berlin",
  "DE-BY-A": "Augsburg",
  "DE-SN-BZ": "Bautzen district",
  "DE-TH-EIC": "Eichsfeld district",
  "ES-CE": "Ceuta",
  "ES-MC": "Murcia",
  "ES-ML": "Melilla",
  "FR-57": "Moselle",
  "FR-67": "Bas-Rhin",
  "FR-68": "Haut-Rhin",
  "FR-BL": "Saint Barthélemy",
  "FR-GF": "French Guiana",
  "FR-GP": "Guadeloupe",
  "FR-MF": "Saint Martin",
  "FR-MQ": "Martinique",
  "FR-RE": "Réunion",
  "FR-YT": "Mayotte",
  "IT-32": "South Tyrol",
}

const translated: ReadonlySet<string> = new Set(["AT", "BE", "DE", "ES"])

const english: ReadonlyMap<string, string> = new Map([
  ...regions.toReversed().flatMap(({ code, country, name }) => (translated.has(country) ? [[code, name] as const] : [])),
  ...Object.entries(ownNames),
])

/** The English name of a region with holidays of its own, if date-holidays has it in another language; else undefined. */
export const englishRegionName = (code: string): string | undefined => english.get(code)
