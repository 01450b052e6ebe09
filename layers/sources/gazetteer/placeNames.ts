/** Letters that are no base letter with an accent, as people without them type them. */
const asciiLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ð: "d",
  đ: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ə: "e",
  ŋ: "n",
}

/** The form of a name that is compared: lower case letters without accents or punctuation, single spaces. `St. John's` and `st johns` are one. */
export const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøðđþłıħəŋ]/gu, (letter) => asciiLetters[letter] ?? letter)
    .replace(/[’‘'ʻʼ`´.]+/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/\bst\b/gu, "saint")
    .trim()

/** Names that people use of large cities, or that the atlas has of capitals, where the data have another one. */
const alternativeNames: Readonly<Record<string, string>> = {
  Aarhus: "Århus",
  Allahabad: "Prayagraj",
  Antwerpen: "Antwerp",
  Bangalore: "Bengaluru",
  Basle: "Basel",
  Benares: "Varanasi",
  Bombay: "Mumbai",
  Bruges: "Brugge",
  Calcutta: "Kolkata",
  "City of San Marino": "San Marino",
  Chittagong: "Chattogram",
  Cologne: "Köln",
  Constantinople: "Istanbul",
  Cracow: "Kraków",
  Cuzco: "Cusco",
  Dacca: "Dhaka",
  Danzig: "Gdańsk",
  "Den Haag": "The Hague",
  "El Aaiún": "Laayoune",
  Fez: "Fes",
  Firenze: "Florence",
  Frankfurt: "Frankfurt am Main",
  Genf: "Geneva",
  Genève: "Geneva",
  Ghent: "Gent",
  Göteborg: "Gothenburg",
  "Ha Noi": "Hanoi",
  Hanover: "Hannover",
  Heraklion: "Irákleion",
  Kiev: "Kyiv",
  København: "Copenhagen",
  Leghorn: "Livorno",
  Lisboa: "Lisbon",
  Lucerne: "Luzern",
  Madras: "Chennai",
  Marrakech: "Marrakesh",
  Milano: "Milan",
  Moskva: "Moscow",
  Mysore: "Mysuru",
  München: "Munich",
  Nanking: "Nanjing",
  Naypyidaw: "Nay Pyi Taw",
  "New York": "New York City",
  NYC: "New York City",
  Nürnberg: "Nuremberg",
  Odessa: "Odesa",
  Oporto: "Porto",
  "Palma de Mallorca": "Palma",
  Peking: "Beijing",
  Poona: "Pune",
  "Port Elizabeth": "Gqeberha",
  Praha: "Prague",
  Pressburg: "Bratislava",
  Pusan: "Busan",
  "Quebec City": "Québec",
  Rangoon: "Yangon",
  Roma: "Rome",
  Saigon: "Ho Chi Minh City",
  Salonica: "Thessaloníki",
  Saragossa: "Zaragoza",
  Seville: "Sevilla",
  "Sri Jayawardenepura Kotte": "Sri Jayewardenepura Kotte",
  "St. Gallen": "Sankt Gallen",
  Torino: "Turin",
  Tsingtao: "Qingdao",
  Ulaanbaatar: "Ulan Bator",
  Venezia: "Venice",
  Warszawa: "Warsaw",
  "Washington DC": "Washington",
  "Washington, D.C.": "Washington",
  Wien: "Vienna",
}

const foldedAlternatives = new Map(Object.entries(alternativeNames).map(([name, usual]) => [foldName(name), foldName(usual)]))

/** The folded name under which the data know a place that goes by another, or undefined. */
export const usualName = (folded: string): string | undefined => foldedAlternatives.get(folded)
