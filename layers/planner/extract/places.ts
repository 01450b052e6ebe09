import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { isCityName, isTownName } from "./cityNames.ts"
import { isEnglish } from "./english.ts"
import { knownNames } from "./knownNames.ts"
import { citiesSideBySide, isCity, isNextCity, mayBeOuter } from "./citiesOfZones.ts"
import { isCountryName, isUsualOuter } from "./names.ts"
import { unitsNamed } from "../../sources/units/units.ts"
import { countryName } from "../../sources/country.ts"
import { regionNamed } from "../../sources/gazetteer/regionNames.ts"
import { foldName, usualName } from "../../sources/gazetteer/placeNames.ts"
import { isCommonWord } from "../../../domain/planning/read/spellCorrection.ts"
import { fold, isEmpty, stemOf } from "../../../domain/planning/read/words.ts"

/** A full stop ends a name, but in `St. Gallen` and `D.C.`. */
const capital = String.raw`(?:(?:d|l|dell|sull|all)['’](?=\p{Lu}))?\p{Lu}(?:[\p{L}\p{M}'’-]|(?<=(?:^|[^\p{L}])\p{L}{1,3})\.|\.(?=\p{L}))*`
const small = String.raw`(?:de|del|della|di|da|do|dos|la|le|les|los|las|el|of|the|am|an der|auf|sur|upon|on|sous|en|under|y|í|St\.?|San|im|ob der|es)`
const run = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${capital}(?:(?:(?:\s+|-)${small}){0,2}(?:\s+|-)${capital})*(?:,\s+${capital}(?:\s+${capital})*)?`,
  "gu",
)

const noPlaces =
  /^(?:Unix|Posix|Epoch|Someone|Somebody|Anyone|Anybody|Everyone|Nobody|I|I'm|I'd|What|Which|When|Where|Who|How|Is|Are|Does|Do|Did|Can|Could|Will|Would|Should|Must|May I|Has|Have|Had|Was|Were|We|It|Its|This|That|There|Any|No|The|A|An|In|On|At|My|Our|Please|Pls|Plz|Kindly|Thanks|Hi|Hello|Good|Tell|Give|Find|Show|Check|Validate|Verify|Look|List|Convert|Count|Describe|If|And|Also|Then|For|From|To|Between|Next|Last|Now|Current|Today|Tomorrow|Public|Bank|Business|Working|IP|IPv|IBAN|BIC|SWIFT|VAT|GST|HST|MwSt|Mehrwertsteuer|USt|IVA|TVA|BTW|URL|UTC|GMT|ISO|IATA|ICAO|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Easter|Christmas|Earth|Moon|Sun|Country|Countries|City|Town|Airport|Capital|Currency|Customer|Guest|Supplier|Employee|Missed|Unicode|Punycode|Celsius|Fahrenheit|Kelvin|English|E|Local|Time|Date|Sunrise|Sunset|Distance|Great|Reverse|Number|Total|Holidays?|Population|Elevation|Altitude|Coordinates|Timezones?|Neighbours|Neighbors|Weekdays?|Age|Days|Weeks|Moonrise|Moonset|Nearest|Dialling|Dialing|Codes?|Airports|Search|Get|Compute|Calculate|Write|Normalise|Normalize)$/u

/** `Paris (Texas)`, `Cambridge (MA)`: the region or country in brackets, as it is behind a comma. All places in the text stay where they are. */
const withoutBrackets = (text: string): string =>
  text.replaceAll(/(?<=(?<![\p{L}])\p{Lu}[\p{L}\p{M}.'’-]*) \((\p{Lu}\p{Ll}[\p{L}.’' -]{1,30}|\p{Lu}{2})\)/gu, (whole, outer: string) =>
    /^\p{Lu}{2}$/u.test(outer) || mayBeOuter(outer) || isCountryName(outer) ? `, ${outer} ` : whole,
  )

/** `Oslo's` without its ending. `St. John's` is the name of a town. */
const withoutPossessive = (name: string): string =>
  /^(?:St\.?|Saint)\s(?:John|George|David|Mary)['’]s$/u.test(name) ? name : name.replace(/['’]s?$/u, "")

/** Possible names of towns: capitalised words, or the words after a preposition such as `in` if no word is capitalised. */
export const places = (question: string): ReadonlyArray<Mention> => {
  const text = withoutBrackets(question)
  const capitalised = [...text.matchAll(run)].flatMap(apart).flatMap((match): ReadonlyArray<Mention> => {
    // `Springfield, USA. Which …`, `NSW. Due …`: the next sentence.
    const [sentence = ""] = match.text.split(
      /\.\s+(?=(?:What|Which|When|Where|Who|How|Is|Are|Does|Do)(?!\p{L}))|(?<=(?<!\p{L})(?!ST|MT|FT)\p{Lu}{2,3})\.\s+(?=\p{Lu}\p{Ll})/u,
    )
    let value = withoutPossessive(sentence).replace(/[.,]+$/u, "")
    // `in Singapore, I must call`, `in Chicago, July`: no region is behind the comma.
    const [inner = "", outer = ""] = value.split(/,\s+/u)
    if (outer !== "" && noPlaces.test(outer.split(/\s/u)[0] ?? "")) value = inner
    let start = match.start
    // Remove the words of a question that are before the name: `Is Paris …`.
    for (;;) {
      const [first = ""] = value.split(/[\s]+/u)
      if (!(noPlaces.test(first.replace(/['’]s$/u, "")) || (start > match.start && /^of$/u.test(first))) || first === value) break
      start += first.length + (/^\s+/u.exec(value.slice(first.length))?.[0].length ?? 0)
      value = value.slice(first.length).trimStart()
    }
    // `Madeira VAT`: the name of a tax is no part of the place.
    value = withoutPossessive(value).replace(/\s+(?:VAT|GST|HST|MwSt|USt|IVA|TVA|BTW)$/u, "")
    // `Elevation of Cerro de Pasco`: the first word of a sentence is capitalised whatever it is.
    const requested = isSentenceStart(text, start)
      ? /^\p{Lu}\p{Ll}+(?:\s+\p{Ll}+)?\s+(?:of|in|at|for|from|near)\s+(?:the\s+)?(?=\p{Lu})/u.exec(value)
      : null
    if (requested !== null) {
      start += requested[0].length
      value = value.slice(requested[0].length)
    }
    const [head, own] = ownName(value)
    start += head.length
    value = own
    const behind = regionBehind(text, start + value.length)
    if (noPlaces.test(value) || !/^\p{Lu}/u.test(value) || value.length < 2 || value.length > 100) return []
    const before = text.slice(Math.max(0, start - 12), start)
    if (/\bspeak(?:s|ing)?\s$/iu.test(before) || /^\s(?:is\s)?spoken\b/u.test(text.slice(start + value.length, start + value.length + 12)))
      return []
    if (/^\p{Lu}{2,4}$/u.test(value) && !isAbbreviation(value, before, text.slice(start + value.length))) return []
    const weight = /\b(?:in|at|near|of|from|to|for|around|between|and|is|over|by)\s+(?:the\s+)?$/iu.test(before)
      ? 0.75
      : /(?:^|[.?!]\s)$/u.test(text.slice(Math.max(0, start - 2), start))
        ? value.includes(" ")
          ? 0.5
          : isKnownPlace(value) || isCityName(value) || isNoWord(value)
            ? 0.6
            : 0.35
        : 0.6
    const end =
      start +
      value.length +
      (behind === undefined ? (text[start + value.length] === question[start + value.length] ? 0 : 1) : behind.region.length + 1)
    const name = behind === undefined || value.includes(",") ? withComma(value) : `${value}, ${behind.country}`
    return [{ kind: "place.name", start, end, text: question.slice(start, end), value: name, weight }]
  })
  const famous = [...knownPlaces(text), ...beforeAirport(text)]
  // `daylight helsinki`: the name of the capital alone is the place.
  const others = capitalised.length > 0 ? capitalised : uncapitalised(text)
  return [...famous, ...others.filter((other) => !famous.some((place) => overlaps(place, other)))]
}

/**
 * The known name in a run of capitalised words that is no known name itself, and what is before it: `Vessel ETA Santos` ends with one behind an abbreviation,
 * `Gothenburg on Lucia` begins with one.
 */
const ownName = (value: string): readonly [head: string, name: string] => {
  if (!value.includes(" ") || value.includes(",") || isTownName(value)) return ["", value]
  const [head] = /^(?:\p{Lu}\p{Ll}+\s+)*(?:ETA|ETD|ATA|ATD|POL|POD)\s+/u.exec(value) ?? [""]
  if (head !== "" && isTownName(value.slice(head.length))) return [head, value.slice(head.length)]
  const [first = ""] = value.split(/\s+on\s+/u)
  return first !== value && isTownName(first) ? ["", first] : ["", value]
}

/** `El Nido palawan`: the region in small letters behind a name, where nothing follows, and its country. */
const regionBehind = (text: string, end: number): { readonly region: string; readonly country: string } | undefined => {
  const [, region] = /^\s(\p{Ll}\p{L}+(?:\s\p{Ll}\p{L}+)?)(?=\s*(?:[?!,;]|\.(?:\s|$)|$))/u.exec(text.slice(end, end + 40)) ?? []
  const country = region !== undefined && region.length > 3 && !isEnglish(region) ? regionNamed(region)?.country : undefined
  return region === undefined || country === undefined ? undefined : { region, country: countryName(country) ?? country }
}

/** `Timbuktu` at the beginning of a sentence, where every word has a capital. */
const isNoWord = (name: string): boolean =>
  /^\p{Lu}\p{Ll}{3,}$/u.test(name) && !isEnglish(fold(name)) && !isCommonWord(fold(name)) && !knownNames.isName(name)

const isKnownPlace = (name: string): boolean => knownNames.places.has(fold(name))

/** `sunrise oslo tomorrow`, `sao paulo - madrid`: cities and towns, capitals, and cities that a time zone is named after, in lower case. */
const knownPlaces = (text: string): ReadonlyArray<Mention> => {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}@.])\p{Ll}[\p{L}\p{M}]*(?![\p{L}\p{N}@]|\.\p{L})/gu)]
  const made: Array<Mention> = []
  for (let at = 0; at < words.length; at++) {
    const length = [3, 2, 1].find((size) => at + size <= words.length && isPlaceOf(text, words.slice(at, at + size)))
    if (length === undefined) continue
    const [start, last] = [words[at]!.index, words[at + length - 1]!]
    const end = last.index + last[0].length
    const name = text.slice(start, end)
    made.push({ kind: "place.name", start, end, text: name, value: name, weight: 0.5 })
    at += length - 1
  }
  return made
}

/** Whether neighbouring words are the name of a place. A word of English alone does not name one. */
const isPlaceOf = (text: string, words: ReadonlyArray<RegExpExecArray>): boolean => {
  const [first, last] = [words[0]!, words.at(-1)!]
  const name = text.slice(first.index, last.index + last[0].length)
  if (words.length > 1) return /^[\p{L}\p{M}]+(?:[ -][\p{L}\p{M}]+)+$/u.test(name) && isTownName(name)
  const isOfCompound = /[-]/u.test(`${text[first.index - 1] ?? ""}${text[first.index + name.length] ?? ""}`)
  return name.length > 3 && !isOfCompound && (isKnownPlace(name) || isTownName(name)) && !isCommonWord(name)
}

/** `icao code munich airport`: the word before the noun, if it is no word of English. */
const beforeAirport = (text: string): ReadonlyArray<Mention> =>
  (text.includes(" airport") ? [...text.matchAll(/(?<![\p{L}\p{N}@.-])(\p{Ll}[\p{L}\p{M}]{3,})\sairport\b/gu)] : []).flatMap(
    ({ 1: word = "", index }) =>
      isCommonWord(word) || isKnownPlace(word) || isTownName(word)
        ? []
        : [{ kind: "place.name", start: index, end: index + word.length, text: word, value: word, weight: 0.5 }],
  )

const isSentenceStart = (text: string, start: number): boolean => /(?:^|[.?!]\s)\W*$/u.test(text.slice(Math.max(0, start - 3), start))

/** `timbuktu mali` is searched as `timbuktu, mali`. */
const withComma = (name: string): string => {
  const words = name.split(" ")
  for (let at = 1; at < words.length; at++) {
    const land = words.slice(at).join(" ")
    if (
      !isCountryName(name) &&
      isCountryName(land) &&
      !/^(?:d[aeo]s?|del|of|the|la|el|new|san|saint|st)$/iu.test(words[at - 1]!) &&
      !name.includes(",")
    )
      return `${words.slice(0, at).join(" ")}, ${land}`
  }
  return name
}

/** `NYC`, `in LA`, `LA time`: two letters may also be the code of a country or of a state. */
const isAbbreviation = (letters: string, before: string, after: string): boolean =>
  usualName(foldName(letters)) !== undefined &&
  (letters.length > 2 || /\b(?:in|at|near|from|to|and|between)\s$/iu.test(before) || /^\s(?:time|office)\b/iu.test(after))

const isKnownCity = (name: string): boolean => isCityName(name) || isCity(name) || usualName(foldName(name)) !== undefined

/** `Uppsala Tartu`: two cities of which no place has both names. */
const citiesByName = (name: string): ReadonlyArray<string> | undefined => {
  const words = name.split(" ")
  if (words.length < 2 || words.length > 4 || name.includes(",") || isKnownCity(name) || mayBeOuter(name)) return undefined
  for (let at = 1; at < words.length; at++) {
    const pair = [words.slice(0, at).join(" "), words.slice(at).join(" ")]
    if (pair.every((each) => (isCityName(each) || isKnownPlace(each)) && !mayBeOuter(each) && !isCountryName(each))) return pair
  }
  return undefined
}

/** Splits `Berlin, Tokyo` and `Tartu, Graz`, where the name after the comma is another city, but not `Paris, Texas`. */
const apart = ({ 0: text, index: start, input }: RegExpExecArray): ReadonlyArray<{ readonly text: string; readonly start: number }> => {
  const sideBySide = citiesSideBySide(text) ?? citiesByName(text)
  if (sideBySide !== undefined) {
    let from = 0
    return sideBySide.map((city) => {
      const at = text.indexOf(city, from)
      from = at + city.length
      return { text: city, start: start + at }
    })
  }
  const [first = "", second] = text.split(/,\s+/u)
  // `Populations of Graz`: the town begins behind the preposition.
  const name = first
    .replace(/^.*\s(?:of|in|at|for|from|near)\s+(?=\p{Lu})/u, "")
    .split(/\s+/u)
    .filter((word) => !noPlaces.test(word))
    .join(" ")
  // `New Orleans, LA`: a state.
  // `Hamburg, Bremen and Kiel`: in a list of three, a city that has the name of a region is the city.
  const isInList = /^(?:,\s|,?\s(?:and|or|&)\s)\p{Lu}/u.test(input.slice(start + text.length))
  const isOwnCity =
    second !== undefined &&
    second.length > 2 &&
    isKnownCity(second) &&
    isKnownCity(name) &&
    (!mayBeOuter(second) || (isInList && !isUsualOuter(second)))
  return second !== undefined && (isOwnCity || isNextCity(name, second, input.slice(0, start), input.slice(start + text.length)))
    ? [
        { text: first, start },
        { text: second, start: start + text.length - second.length },
      ]
    : [{ text, start }]
}

/** `sunset kiruna 18 december`: the word behind what is requested of a place, if it is no word of English. */
const behindRequest = (text: string): ReadonlyArray<Mention> => {
  const match =
    /^\W*(?:(?:local\s+)?time(?:\s?zone)?|sunrise|sunset|dawn|dusk|moonrise|moonset|daylight|population|coordinates|nearest\s+airport)\s+(\p{Ll}[\p{L}\p{M}]{3,})(?![\p{L}@.'’-])/iu.exec(
      text,
    )
  const name = match?.[1]
  if (match === null || name === undefined || isEnglish(fold(name)) || isCommonWord(fold(name)) || knownNames.isName(name)) return []
  const start = match[0].length - name.length
  return [{ kind: "place.name", start, end: start + name.length, text: name, value: name, weight: 0.5 }]
}

const uncapitalised = (text: string): ReadonlyArray<Mention> => {
  const requested = behindRequest(text)
  return requested.length > 0 ? requested : behindPrepositions(text)
}

const behindPrepositions = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/\b(?:in|at|near|around|of|for|to|from)\s+((?:\p{Ll}[\p{L}\p{M}'-]*)(?:\s+\p{Ll}[\p{L}\p{M}'-]*){0,2})/gu)].flatMap(
    (match): ReadonlyArray<Mention> => {
      const words = (match[1] ?? "").split(/\s+/u)
      const length = words.findIndex(
        (word) => isEmpty(stemOf(word)) || /^(?:today|tomorrow|tonight|on|next|this|right|the|time|date)$/u.test(word),
      )
      const value = words.slice(0, length < 0 ? words.length : length).join(" ")
      if (value.length < 3 || unitsNamed(value).length > 0) return []
      const start = match.index + match[0].length - (match[1] ?? "").length
      const weight = /^(?:in|at|near|around)\b/u.test(match[0]) ? 0.45 : 0.3
      return [{ kind: "place.name", start, end: start + value.length, text: value, value: withComma(value), weight }]
    },
  )
