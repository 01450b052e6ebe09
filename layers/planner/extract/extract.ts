import { type Mention, type MentionExtractor, overlaps, withoutOverlapped } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"
import { mentionWeight } from "../../../domain/planning/read/thresholds.ts"
import { withTownCentres } from "./townCentres.ts"
import { fold } from "../../../domain/planning/read/words.ts"
import { bics, companyNumbers, currencyNumbers, domains, emails, ibans, phones, wholePhones } from "./identifiers.ts"
import { amountBasis } from "./amountBasis.ts"
import { apsisKindMentions } from "./apsisKinds.ts"
import { areaCodeTowns } from "./areaCodeTowns.ts"
import { airportCodes } from "./airportCodes.ts"
import { namedAirports } from "./airportNames.ts"
import { bankAccounts } from "./bankAccounts.ts"
import { withCallOrigin } from "./callOrigins.ts"
import { coordinates } from "./coordinates.ts"
import { countedWeekdays } from "./countedWeekdays.ts"
import { businessDayOrdinals, businessDaysAfter, settlementDays } from "./businessDayOrdinals.ts"
import { describedCapitals, placesOfEclipses, yearsOfEclipses } from "./capitals.ts"
import { countryConditions } from "./countryConditions.ts"
import { callingCodes, countryNumbers, otherTopLevelDomains, topLevelDomains } from "./countryCodes.ts"
import { dates } from "./dates.ts"
import { fixedFeasts } from "./fixedFeasts.ts"
import { hijriCalendar, hijriDates } from "./hijriDates.ts"
import { holidayCountries } from "./holidayCountries.ts"
import { holidayMentions } from "./holidayNames.ts"
import { wantedEclipseKinds } from "./wantedEclipseKinds.ts"
import { distantBodyMentions } from "./distantBodies.ts"
import { dayCounts } from "./dayCounts.ts"
import { areTwoCountries, citiesNamedAlike, isRegion, isZoneBehindTown, withOuterCodes } from "./townsAndCountries.ts"
import { townsAround } from "./townsAround.ts"
import { measures } from "./measures.ts"
import { isOfUnit } from "./unitAt.ts"
import { impossible } from "./impossible.ts"
import { moneyAmounts } from "./moneyAmounts.ts"
import { knownNames } from "./knownNames.ts"
import { listedReadings } from "./describedTexts.ts"
import { names } from "./names.ts"
import { addresses, asNumbers, networks } from "./networkNumbers.ts"
import { numberKindMentions } from "./numberKinds.ts"
import { periods } from "./periods.ts"
import { isTownName } from "./cityNames.ts"
import { isEnglish } from "./english.ts"
import { tagged } from "./partsOfSpeech.ts"
import { withNationalAreaCodes, withUnnamedAreas } from "./nationalAreaCodes.ts"
import { phoneCountries, withCallingCodes } from "./phoneCountries.ts"
import { withProposedDays } from "./proposedDays.ts"
import { places } from "./places.ts"
import { rates } from "./rates.ts"
import { seasonMonths } from "./seasonMonths.ts"
import { acrossNewYear } from "./acrossNewYear.ts"
import { withRestatedUnits } from "./restatedUnits.ts"
import { solsticeDays } from "./solsticeDays.ts"
import { statedTaxRates } from "./statedTaxRates.ts"
import { currencySignsOf } from "./currencySigns.ts"
import { withDatedHolidays } from "./datedHolidays.ts"
import { unitComparisons } from "./unitComparisons.ts"
import { euAreaMentions } from "./euAreas.ts"
import { goodsOfVat } from "./goodsOfVat.ts"
import { withTaxRegions } from "./taxRegions.ts"
import { statedVatRates } from "./statedVatRates.ts"
import { statedZones } from "./statedZones.ts"
import { vatNumbers, vatPrefixes } from "./vatNumbers.ts"
import { monthBesideYear } from "./monthBesideYear.ts"
import { namedUnixTimes, suggestedUnixTimes, unixUnits } from "./unixTimes.ts"
import { wantedStretches } from "./wantedStretches.ts"
import { weekNumbers } from "./weekNumbers.ts"
import { workWeeks } from "./workWeeks.ts"

const longest = 4_000

/** The typed mentions of a question. A mention with a weight of at least 0.65 excludes mentions of later layers that overlap it (`covers`). */
const extractMentions = (question: string, now: number): ReadonlyArray<Mention> => {
  const text = question.slice(0, longest).replace(/[\p{Cc}\p{Cf}]/gu, " ")
  // The order matters: each layer excludes overlapping mentions of the layers after it.
  const layers: ReadonlyArray<(earlier: ReadonlyArray<Mention>) => ReadonlyArray<Mention>> = [
    () => emails(text),
    () => [...hijriDates(text), ...hijriCalendar(text)],
    // The address in a network is not requested by itself.
    () => [...networks(text), ...asNumbers(text)],
    () => [...ibans(text), ...addresses(text)],
    () => bankAccounts(text),
    () => coordinates(text),
    () => bics(text),
    () =>
      numberKindMentions(
        text,
        // Three capitals that may be the code of a country (`PAN`) name none.
        (stretches) =>
          new Set(
            names(text).flatMap(({ end, kind, options, start, value, weight }) =>
              kind === "country.code" && weight >= 0.5 && !stretches.some((at) => at.start <= start && end <= at.end)
                ? [value, ...(options ?? []).map((option) => option.value)].map(String)
                : [],
            ),
          ),
      ),
    () => wholePhones(text),
    () => [...namedUnixTimes(text), ...unixUnits(text)],
    () => [...vatNumbers(text), ...vatPrefixes(text)],
    () => companyNumbers(text),
    () => [...domains(text), ...topLevelDomains(text), ...otherTopLevelDomains(text)],
    () => holidayMentions(text, now).filter((holiday) => !fixedFeasts(text, now).some((feast) => overlaps(feast, holiday))),
    () => [
      ...weekNumbers(text, now),
      ...wantedStretches(text),
      ...apsisKindMentions(text),
      ...distantBodyMentions(text),
      ...solsticeDays(text),
      ...euAreaMentions(text),
    ],
    (earlier) => monthBesideYear(text, withoutStretches(text, datesBesideWeek(text, now)), earlier),
    () => phones(text),
    () => [...callingCodes(text), ...countryNumbers(text)],
    () => rates(text),
    () => namedAirports(text),
    () => describedCapitals(text),
    () => townsAround(text),
    // `East Africa Time` is a zone.
    () => countryConditions(text).filter(({ end }) => !/^\s(?:standard\s|summer\s)?time\b/iu.test(text.slice(end))),
    () => {
      // `.swiss` is a top-level domain.
      const named = names(text).filter((name) => !isOfUnit(text, name) && !/(?<![\p{L}\p{N}])\.$/u.test(text.slice(0, name.start)))
      // A stated zone is surer than the one that a country has by its name.
      return [...statedZones(text, named), ...named, ...numbersOfCurrencies(text, named), ...airportCodes(text).filter(isNoRegion(named))]
    },
    () => goodsOfVat(text),
    (earlier) => statedVatRates(text, earlier),
    (earlier) => statedTaxRates(text, earlier),
    (earlier) => seasonMonths(text, now, earlier),
    (earlier) => phoneCountries(text, earlier),
    (earlier) => currencySignsOf(text, earlier),
    (earlier) => moneyAmounts(text, earlier),
    (earlier) => amountBasis(text, earlier),
    () => [...businessDayOrdinals(text), ...businessDaysAfter(text), ...settlementDays(text)],
    () => unitComparisons(text),
    () => [...measures(text), ...dayCounts(text), ...periods(text), ...workWeeks(text), ...countedWeekdays(text)],
    (earlier) => places(earlier.reduce(veiled, text)),
    (earlier) => suggestedUnixTimes(text, earlier, now),
  ]
  const mentions: Array<Mention> = []
  for (const layer of layers) {
    const hidden = mentions.filter(({ weight }) => weight >= 0.65)
    mentions.push(...distinct(layer(mentions)).filter((mention) => !hidden.some((other) => covers(other, mention))))
  }
  const meant = acrossNewYear(
    text,
    withDatedHolidays(
      text,
      mentions.filter(
        (mention) =>
          mention.kind !== "place.name" ||
          !(seasons.has(mention.text) || identifierWord.test(mention.text) || areTwoCountries(mention, mentions)),
      ),
    ),
  )
  const eclipsed = placesOfEclipses(text, meant)
  const placed = withTownCentres(text, meant)
  const all = [
    ...withProposedDays(
      text,
      withUnnamedAreas(
        text,
        withNationalAreaCodes(text, withCallingCodes(text, withCallOrigin(text, withRestatedUnits(text, withOuterCodes(text, placed))))),
      ),
    ),
    ...impossible(text),
    ...citiesNamedAlike(text, meant),
    ...eclipsed,
    ...wantedEclipseKinds(text, meant),
    ...yearsOfEclipses(text, [...meant, ...eclipsed], isoDate(now)),
    ...holidayCountries(text, meant),
    ...areaCodeTowns(text, placed),
  ]
  return withTaxRegions(text, all)
    .filter((mention) => !isZoneBehindTown(mention, meant))
    .map((mention) => (isRegion(mention, meant) ? { ...mention, weight: 0.3 } : mention))
    .sort((a, b) => a.start - b.start || b.weight - a.weight || (a.kind < b.kind ? -1 : 1))
}

/** `in winter` in small letters is no town. */
const seasons: ReadonlySet<string> = new Set(["winter", "summer", "spring", "autumn", "fall"])

/** `Saudi IBAN` is no town. */
const identifierWord = /^[^,]*\b(?:IBANs?|BICs?|VAT|GST|TLDs?)$/u

/** `NSW` behind another state is no airport. */
const isNoRegion =
  (named: ReadonlyArray<Mention>) =>
  (airport: Mention): boolean =>
    !named.some((name) => name.kind === "region.code" && name.weight >= certainRegion && overlaps(name, airport))

const certainRegion = 0.95

/** The numbers of ISO 4217 in a text, without the amounts beside a currency: `100 lei`. */
const numbersOfCurrencies = (text: string, named: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  currencyNumbers(text).filter(
    ({ end, start }) =>
      !named.some(
        (other) =>
          other.kind === "currency.code" &&
          ((/^\s?$/u.test(text.slice(end, other.start)) && other.start >= end) ||
            (/^\s?$/u.test(text.slice(other.end, start)) && other.end <= start && /^[A-Z]{3}$/u.test(other.text))),
      ),
  )

export const extract: MentionExtractor = Object.assign(extractMentions, {
  known: knownNames,
  tagged,
  isTown: isTownName,
  isEnglish: (name: string) =>
    fold(name)
      .split(/[\s-]+/u)
      .every(isEnglish),
  described: (text: string) => listedReadings(text) ?? extractMentions(text, 0),
})

/** Whether an earlier mention excludes a later one. A place that is longer than the region inside it stays: `Paris, Texas`. */
const covers = (hidden: Mention, mention: Mention): boolean => {
  if (!overlaps(hidden, mention)) return false
  if (mention.kind !== "place.name") return true
  if (hidden.kind === "region.code" || hidden.needs !== undefined) return hidden.end - hidden.start > mention.end - mention.start
  return !(hidden.start > mention.start || hidden.end < mention.end) || !/^(?:country|region|time)/u.test(hidden.kind)
}

/** `Mon-Fri from 30 November to 18 December`: the days of a working week are no beginning of a period, if there is another date. */
const datesBesideWeek = (text: string, now: number): ReadonlyArray<Mention> => {
  const weeks = workWeeks(text)
  const beside = weeks.length === 0 ? [] : dates(weeks.reduce(hidden, text), now)
  return beside.length > 0 ? beside : dates(text, now)
}

/**
 * `how many minutes in 3.5 hours`, `dated 12 November, due in 60 days`, `leaves on 9 January and sails for 34 days`: a stretch of time that is converted or counted from another day is
 * no moment from now.
 */
const withoutStretches = (text: string, days: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isStretch = ({ text: written }: Mention) => /^(?:with)?in\s+(?:an?|one|[\d.,]+)\s*\p{L}+$/iu.test(written)
  const isLength = ({ text: written }: Mention) =>
    /^(?:for\s+(?:an?|one|[\d.,]+)\s*\p{L}+|(?:an?|one|[\d.,]+)\s*\p{L}+\s+later)$/iu.test(written)
  if (!days.some((mention) => isStretch(mention) || isLength(mention))) return days
  const converted = measures(text).filter(({ kind, weight }) => kind === "unit.from" && weight >= mentionWeight.pairedUnit)
  const first = days.find((mention) => mention.kind === "date" && !isStretch(mention) && !isLength(mention))
  const isBehind = ({ start }: Mention) => first !== undefined && first.end <= start
  const isTerm = (mention: Mention) => isBehind(mention) && term.test(text.slice(first!.end, mention.start))
  return days.filter(
    (mention) =>
      !(isStretch(mention) && (isTerm(mention) || converted.some((unit) => overlaps(unit, mention)))) &&
      !(isLength(mention) && isBehind(mention)),
  )
}
const term = /\b(?:due|pay(?:able|ing)?|paid|settled?|deliver(?:ed|y)?|ready|expires?|expiring|matures?|returned)\b[^.?!]{0,12}$/iu

const hidden = (text: string, { end, start }: Mention): string => text.slice(0, start) + " ".repeat(end - start) + text.slice(end)

/** The text with a mention that is no part of a place name blanked out. */
const veiled = (text: string, { end, kind, start, weight }: Mention): string =>
  weight < 0.65 || /^(?:country|region|time|currency|airport|unit)/u.test(kind)
    ? text
    : `${text.slice(0, start)}${"|".repeat(end - start)}${text.slice(end)}`

/** The longest of the mentions of one kind that overlap, unless they are of different conversions: the area and the sides of an extent. */
const distinct = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  withoutOverlapped(mentions, (other, mention, isBefore) => {
    if (other.kind !== mention.kind) return false
    if (mention.groups !== undefined && other.groups?.some((group) => mention.groups?.includes(group)) === false) return false
    const longer = other.end - other.start - (mention.end - mention.start)
    return longer > 0 || (longer === 0 && isBefore)
  })
