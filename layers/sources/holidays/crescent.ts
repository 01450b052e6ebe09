import { AngleBetween, AngleFromSun, Body, Equator, Horizon, Observer, SearchMoonPhase, SearchRiseSet } from "astronomy-engine"
import { dayMs, hourMs } from "../../../domain/time.ts"
import { dayNumber } from "../days.ts"

/** What decides at sunset whether a month begins: angles in degrees. */
interface Evening {
  /** Of the moon above the horizon, raised by refraction. */
  readonly altitude: number
  /** Between moon and sun, seen from the centre of the earth and from the place. */
  readonly elongation: number
  readonly elongationSeen: number
  /** How much higher the moon is than the sun, without refraction. */
  readonly above: number
}

interface Practice {
  readonly latitude: number
  readonly longitude: number
  readonly begins: (evening: Evening) => boolean
}

/** The ministers of Brunei, Indonesia, Malaysia and Singapore (MABIMS) agreed in 2021: at sunset the crescent is 3° high and 6.4° from the sun. */
const fromCentre = ({ altitude, elongation }: Evening) => altitude >= 3 && elongation >= 6.4
const fromPlace = ({ altitude, elongationSeen }: Evening) => altitude >= 3 && elongationSeen >= 6.4

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Whether the naked eye sees the crescent in clear air: zones A and B of B. D. Yallop, NAO Technical Note 69 (1997). The moon's radius is taken as 15.5'. */
const isSeen = ({ above, elongationSeen }: Evening): boolean => {
  const width = 15.5 * (1 - Math.cos(radians(elongationSeen)))
  const needed = 11.8371 - 6.3226 * width + 0.7319 * width ** 2 - 0.1018 * width ** 3
  return (above - needed) / 10 > -0.014
}

/**
 * Where the crescent decides, and the place whose evening counts: for Indonesia, Malaysia and Pakistan the one in the west that has it first. The data
 * has the calendar of Saudi Arabia, which is often a day earlier.
 */
const practices: Readonly<Record<string, Practice>> = {
  BD: { latitude: 23, longitude: 88.5, begins: isSeen },
  BN: { latitude: 4.6, longitude: 114.1, begins: fromPlace },
  ID: { latitude: 5.9, longitude: 95.2, begins: fromCentre },
  IN: { latitude: 28.6, longitude: 77.2, begins: isSeen },
  MY: { latitude: 6.4, longitude: 99.7, begins: fromPlace },
  PK: { latitude: 25, longitude: 61.8, begins: isSeen },
  SG: { latitude: 1.3, longitude: 103.8, begins: fromPlace },
}

/** The agreement of the four countries is of 2021. The other countries are read in the same way since. */
const since = 2022

export const isByCrescent = (country: string, year: number): boolean => year >= since && Object.hasOwn(practices, country)

/** Days that a state set otherwise for a year, as day numbers: the joint decree of three ministers of Indonesia for 2026. */
const decreed: Readonly<Record<string, ReadonlyArray<number>>> = { "ID 27 Rajab": [dayNumber("2026-01-16")] }

/** `9 Muharram P2D`: the ninth of a month. */
const dayOfMonth = /^(\d{1,2}) /u

/**
 * The day number of a day of the Islamic calendar in a country, from its day number in the calendar of Saudi Arabia and its rule. The first day of a month is the
 * day after the first evening, from that of the new moon on, on which the crescent fulfils the country's criterion.
 */
export const dayByCrescent = (country: string, day: number, rule: string): number => {
  const practice = practices[country]
  const set = decreed[`${country} ${rule}`]?.find((other) => Math.abs(other - day) <= 2)
  if (set !== undefined) return set
  const inMonth = Number(dayOfMonth.exec(rule)?.[1] ?? Number.NaN)
  if (practice === undefined || Number.isNaN(inMonth)) return day
  const newMoon = SearchMoonPhase(0, new Date((day - inMonth - 4) * dayMs), 10)?.date
  if (newMoon === undefined) return day
  const place = new Observer(practice.latitude, practice.longitude, 0)
  const zoneMs = Math.round(practice.longitude / 15) * hourMs
  const firstEvening = Math.floor((newMoon.getTime() + zoneMs) / dayMs)
  const evening = [0, 1, 2].find((later) => {
    const noon = new Date((firstEvening + later) * dayMs + 12 * hourMs - zoneMs)
    const sunset = SearchRiseSet(Body.Sun, place, -1, noon, 1)
    if (sunset === null || sunset.date < newMoon) return false
    const moon = Equator(Body.Moon, sunset, place, true, true)
    const sun = Equator(Body.Sun, sunset, place, true, true)
    return practice.begins({
      altitude: Horizon(sunset, place, moon.ra, moon.dec, "normal").altitude,
      elongation: AngleFromSun(Body.Moon, sunset),
      elongationSeen: AngleBetween(moon.vec, sun.vec),
      above: Horizon(sunset, place, moon.ra, moon.dec).altitude - Horizon(sunset, place, sun.ra, sun.dec).altitude,
    })
  })
  return evening === undefined ? day : firstEvening + evening + inMonth
}
