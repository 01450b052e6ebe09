import { regions } from "../holidays/regions.ts"
import { foldName } from "./placeNames.ts"

/**
 * Regions and islands that are better known than every town of their name, by a country that they lie in. A name that a town of the region has
 * too (Capri, Ibiza, Okinawa) is not among them, and neither are regions that no town is called after.
 */
const table: Readonly<Record<string, string>> = {
  AR: "Patagonia",
  BE: "Ardennes",
  CA: "Labrador|Newfoundland|Vancouver Island",
  CN: "Fujian|Gansu|Guangdong|Guangxi|Guizhou|Hainan|Hebei|Heilongjiang|Henan|Hubei|Hunan|Inner Mongolia|Jiangsu|Jiangxi|Manchuria|Qinghai|Shaanxi|Shandong|Shanxi|Sichuan|Tibet|Xinjiang|Yunnan|Zhejiang",
  CZ: "Bohemia|Moravia",
  DE: "Allgäu|Black Forest|Eifel|Franconia|Harz|Palatinate|Rhineland|Rügen|Swabia|Sylt|Usedom",
  DK: "Bornholm|Funen|Jutland|Zealand",
  CL: "Easter Island|Rapa Nui",
  EC: "Galapagos|Galapagos Islands|Galápagos|Galápagos Islands",
  EG: "Sinai",
  ES: "Basque Country|Castile|Costa Brava|Costa del Sol|Fuerteventura|Galicia|Gran Canaria|Lanzarote|Majorca|Mallorca|Menorca|Minorca|Tenerife",
  FI: "Lapland",
  FR: "Alsace|Aquitaine|Auvergne|Brittany|Burgundy|Camargue|Champagne|Corsica|Dordogne|French Riviera|Gascony|Île-de-France|Languedoc|Limousin|Loire Valley|Lorraine|Normandy|Occitania|Occitanie|Périgord|Picardy|Provence|Savoy|Vendée",
  GB: "Anglesey|Bedfordshire|Berkshire|Buckinghamshire|Cambridgeshire|Cheshire|Cornwall|Cotswolds|County Durham|Cumbria|Derbyshire|Devon|Dorset|East Anglia|East Sussex|Essex|Fife|Gloucestershire|Greater Manchester|Hampshire|Hebrides|Herefordshire|Hertfordshire|Isle of Skye|Isle of Wight|Kent|Lake District|Lancashire|Leicestershire|Lincolnshire|Merseyside|Midlands|Norfolk|Northamptonshire|Northumberland|North Yorkshire|Nottinghamshire|Orkney|Outer Hebrides|Oxfordshire|Peak District|Pembrokeshire|Scottish Highlands|Shetland|Shropshire|Snowdonia|Somerset|South Yorkshire|Staffordshire|Suffolk|Surrey|Sussex|Ulster|Warwickshire|West Midlands|West Sussex|West Yorkshire|Wiltshire|Worcestershire|Yorkshire",
  GR: "Attica|Cephalonia|Crete|Cyclades|Epirus|Lesbos|Peloponnese|Santorini|Thessaly",
  HR: "Dalmatia|Istria|Slavonia",
  ID: "Bali|Borneo|Flores|Java|Kalimantan|Lombok|Moluccas|Papua|Sulawesi|Sumatra",
  IE: "Connacht|Connemara|County Cork|County Kerry|Leinster",
  IN: "Assam|Bengal|Bihar|Goa|Gujarat|Karnataka|Kashmir|Kerala|Ladakh|Maharashtra|Odisha|Punjab|Rajasthan|Sikkim|Tamil Nadu|Telangana|Uttar Pradesh|West Bengal",
  IT: "Abruzzo|Apulia|Aosta Valley|Basilicata|Calabria|Campania|Elba|Emilia-Romagna|Friuli|Lazio|Liguria|Lombardy|Marche|Molise|Piedmont|Puglia|Sardinia|Sicily|South Tyrol|Trentino|Tuscany|Umbria|Veneto",
  JP: "Hokkaido|Honshu|Kyushu|Shikoku",
  NL: "Friesland|Holland|Zeeland",
  NO: "Lofoten|Svalbard",
  NZ: "Chatham Islands|North Island|Otago|South Island",
  PH: "Luzon|Mindanao|Palawan|Visayas",
  PK: "Balochistan|Sindh",
  PL: "Mazovia|Pomerania|Silesia",
  PT: "Alentejo|Algarve|Azores|Madeira",
  RO: "Transylvania|Wallachia",
  RU: "Chechnya|Dagestan|Kamchatka|Karelia|Sakhalin|Siberia|Tatarstan",
  SD: "Darfur",
  SE: "Dalarna|Gotland|Scania",
  TR: "Anatolia|Cappadocia",
  UA: "Crimea|Donbas",
  US: "Cape Cod|Kauai|Long Island|Maui|Napa Valley|New England|Oahu|Silicon Valley",
  ZA: "Gauteng|KwaZulu-Natal|Transvaal",
}

/** Regions of the holidays whose name a large or well-known city of the same or another country has. */
const cityNames: ReadonlySet<string> = new Set(["Jura", "La Rioja", "Quebec", "Québec", "Victoria"])

/** The regions and islands of the table above. */
export const partsOfCountries: ReadonlyArray<{ readonly name: string; readonly country: string }> = Object.entries(table).flatMap(
  ([country, names]) => names.split("|").map((name) => ({ name, country })),
)

const named: ReadonlyMap<string, { readonly name: string; readonly country: string }> = new Map(
  [
    ...regions.flatMap(({ country, isOther, name }) => (isOther || cityNames.has(name) ? [] : [{ name, country }])),
    ...partsOfCountries,
  ].map((region) => [foldName(region.name), region]),
)

/** The region or island that a name without surroundings means, or undefined. */
export const regionNamed = (text: string): { readonly name: string; readonly country: string } | undefined => named.get(foldName(text))
