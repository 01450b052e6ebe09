import { fold } from "./fold.ts"

/** Names that people use of large cities for which the data have another one. */
const other: Readonly<Record<string, string>> = {
  Antwerpen: "Antwerp",
  Bangalore: "Bengaluru",
  Bombay: "Mumbai",
  Bruges: "Brugge",
  Calcutta: "Kolkata",
  Cologne: "Köln",
  Cracow: "Kraków",
  Firenze: "Florence",
  Genf: "Geneva",
  Genève: "Geneva",
  Ghent: "Gent",
  Göteborg: "Gothenburg",
  Hanover: "Hannover",
  Kiev: "Kyiv",
  København: "Copenhagen",
  Lisboa: "Lisbon",
  Lucerne: "Luzern",
  Madras: "Chennai",
  Milano: "Milan",
  Moskva: "Moscow",
  München: "Munich",
  "New York": "New York City",
  Nürnberg: "Nuremberg",
  NYC: "New York City",
  Peking: "Beijing",
  Praha: "Prague",
  Roma: "Rome",
  Saigon: "Ho Chi Minh City",
  Seville: "Sevilla",
  "St. Gallen": "Sankt Gallen",
  Torino: "Turin",
  Venezia: "Venice",
  Warszawa: "Warsaw",
  "Washington DC": "Washington",
  "Washington, D.C.": "Washington",
  Wien: "Vienna",
}

const known = new Map(Object.entries(other).map(([name, usual]) => [fold(name), fold(usual)]))

/** The folded name under which the data know a place that goes by another, or undefined. */
export const otherName = (folded: string): string | undefined => known.get(folded)
