/**
 * Parts of countries in which another standard rate of VAT or GST applies than in the rest, or none, or a tax of the region beside it. Rates of
 * some of them are in `regions`. The package has them for Canada and Spain alone, as differences to the national rate, and not for Portugal.
 */
export const otherRegions: Readonly<Record<string, ReadonlyArray<string>>> = {
  AR: ["Tierra del Fuego"],
  AT: ["Jungholz", "Mittelberg"],
  AU: ["Norfolk Island"],
  CA: [
    "British Columbia",
    "Manitoba",
    "New Brunswick",
    "Newfoundland and Labrador",
    "Nova Scotia",
    "Ontario",
    "Prince Edward Island",
    "Quebec",
    "Saskatchewan",
  ],
  CH: ["Samnaun"],
  CO: ["San Andrés and Providencia", "Amazonas", "Guainía", "Guaviare", "Vaupés", "Vichada"],
  DE: ["Büsingen", "Heligoland"],
  ES: ["the Canary Islands", "Ceuta", "Melilla"],
  FR: ["Guadeloupe", "Martinique", "Réunion", "French Guiana", "Mayotte"],
  GR: ["some islands of the Aegean", "Mount Athos"],
  IL: ["Eilat"],
  IT: ["Livigno", "Campione d'Italia"],
  MX: ["municipalities on the northern and southern borders"],
  NO: ["Svalbard", "Jan Mayen"],
  PE: ["the Amazon region"],
  PT: ["Madeira", "the Azores"],
  TZ: ["Zanzibar"],
}
