/** Groups of countries by their usual English names, of 2026. The members of the Union and of its areas are in `memberships.ts`. */
export const groups: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    ASEAN: "BN ID KH LA MM MY PH SG TH TL VN",
    "Baltic states": "EE LT LV",
    Benelux: "BE LU NL",
    EFTA: "CH IS LI NO",
    "Gulf Cooperation Council": "AE BH KW OM QA SA",
    Maghreb: "DZ LY MA MR TN",
    "Nordic countries": "DK FI IS NO SE",
    "Visegrád Group": "CZ HU PL SK",
  }).map(([name, codes]) => [name, new Set(codes.split(" "))]),
)
