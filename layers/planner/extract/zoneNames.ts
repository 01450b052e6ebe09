import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { fold } from "../../../domain/planning/read/words.ts"

/** One zone for each clock that has a name in English: the one of its largest city. */
const zones =
  "Africa/Abidjan Africa/Johannesburg Africa/Lagos Africa/Maputo Africa/Nairobi America/Anchorage America/Argentina/Buenos_Aires America/Bogota America/Caracas " +
  "America/Chicago America/Denver America/Halifax America/La_Paz America/Lima America/Los_Angeles America/Manaus America/Mazatlan America/Montevideo America/New_York " +
  "America/Santiago America/Sao_Paulo America/St_Johns Asia/Almaty Asia/Bangkok Asia/Dhaka Asia/Dubai Asia/Ho_Chi_Minh Asia/Hong_Kong Asia/Irkutsk Asia/Jakarta " +
  "Asia/Jayapura Asia/Jerusalem Asia/Kabul Asia/Karachi Asia/Kathmandu Asia/Kolkata Asia/Krasnoyarsk Asia/Kuala_Lumpur Asia/Makassar Asia/Manila Asia/Novosibirsk " +
  "Asia/Riyadh Asia/Seoul Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Tashkent Asia/Tbilisi Asia/Tehran Asia/Tokyo Asia/Vladivostok Asia/Yakutsk Asia/Yangon " +
  "Asia/Yekaterinburg Asia/Yerevan Atlantic/Azores Atlantic/Cape_Verde Australia/Adelaide Australia/Perth Australia/Sydney Europe/Athens Europe/Dublin Europe/Istanbul " +
  "Europe/Lisbon Europe/London Europe/Moscow Europe/Paris Pacific/Auckland Pacific/Chatham Pacific/Fiji Pacific/Guam Pacific/Honolulu Pacific/Pago_Pago Pacific/Tongatapu"

const instants = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]

/** `Eastern Time`, `Eastern Standard Time` and `Eastern Daylight Time` by the names of Unicode CLDR, in small letters, with their zone. */
const readNames = (): ReadonlyMap<string, string> => {
  const names = new Map([["zulu time", "Etc/UTC"]])
  for (const zone of zones.split(" "))
    for (const timeZoneName of ["long", "longGeneric"] as const) {
      const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName })
      for (const instant of instants) {
        const name = fold(format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "")
        for (const each of [name, name.replace(" standard time", " time")])
          if (each.endsWith(" time") && !names.has(each)) names.set(each, zone)
      }
    }
  return names
}

let kept: ReadonlyMap<string, string> | undefined

const phrase = /(?<![\p{L}\p{N}])(?:\p{L}+[\s-]){1,4}?time(?!\p{L})/giu

/** `2pm Eastern`, `9:00 US Pacific`: the zones of North America are named without `time` behind a clock time. */
const behindClock = /(?<=\d\s?(?:[ap]\.?m\.?)?\s)(?:US\s)?(Eastern|Central|Mountain|Pacific|Atlantic)(?![\s-]?\p{L}*\s?time\b)(?!\p{L})/giu

/** `exact time central`: the same behind the word. */
const behindTime = /(?<=\btimes?\s(?:in\s)?)(?:US\s)?(Eastern|Central|Mountain|Pacific)(?=\s*(?:[?.,!)]|$))/giu

/** The zones that a text names in words: `Pacific Standard Time`, `Central European Time`. */
export const zonesInWords = (text: string): ReadonlyArray<Mention> => {
  const named = [...text.matchAll(phrase)].flatMap(({ 0: whole, index }): ReadonlyArray<Mention> => {
    kept ??= readNames()
    // The longest name that the words end with: `at Pacific time`.
    for (let from = 0; from >= 0 && from < whole.length; from = nextWord(whole, from)) {
      const zone = kept.get(fold(whole.slice(from)).replace(/[\s-]+/gu, " "))
      if (zone !== undefined) return [mentionOf(whole.slice(from), index + from, zone)]
    }
    return []
  })
  const short = [...text.matchAll(behindClock), ...text.matchAll(behindTime)].flatMap(
    ({ 0: whole, 1: name = "", index }): ReadonlyArray<Mention> => {
      const zone = (kept ??= readNames()).get(`${name.toLowerCase()} time`)
      return zone === undefined ? [] : [mentionOf(whole, index, zone)]
    },
  )
  return [...named, ...short, ...clocksOfEurope(text)]
}

/** `When do the clocks change in Europe?`: in the European Union and around it they are changed at one instant. */
const clocksOfEurope = (text: string): ReadonlyArray<Mention> =>
  /\b(?:clocks?|daylight\s+saving|dst|summer\s?time|winter\s?time)\b/iu.test(text)
    ? [...text.matchAll(/\b(?:Europe|(?:the\s+)?EU|(?:the\s+)?European\s+Union)\b/gu)].flatMap(({ 0: whole, index }) => {
        const assumed = "The clocks of the European Union are changed at the same instant: those of Brussels are given."
        const ofEurope = { ...mentionOf(whole, index, "Europe/Brussels"), weight: 0.7, assumed }
        // Beside a country (`the US and Europe`) it is a member of a list of countries.
        const isListed =
          /\p{Lu}\p{L}+\s(?:and|or)\s(?:in\s)?(?:the\s)?$/u.test(text.slice(0, index)) ||
          /^\s(?:and|or)\s(?:in\s)?(?:the\s)?\p{Lu}/u.test(text.slice(index + whole.length))
        return isListed ? [ofEurope, { ...ofEurope, kind: "country.code", value: "BE", weight: 0.69 }] : [ofEurope]
      })
    : []

const nextWord = (text: string, from: number): number => {
  const gap = text.slice(from).search(/[\s-]/u)
  return gap < 0 ? -1 : from + gap + 1
}

const mentionOf = (text: string, start: number, zone: string): Mention => ({
  kind: "time.zone",
  start,
  end: start + text.length,
  text,
  value: zone,
  weight: 0.9,
})
