import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { DayInput, LocalZone } from "../almanac/sunTimes.ts"
import { startOfDay, timeIn } from "../clockwork/localTime.ts"
import { Latitude, Longitude } from "../inputs.ts"
import { zoneAt } from "../clockwork/zones.ts"
import { dateOfDay } from "../days.ts"
import { type Eclipse, eclipseKinds, lastEclipseYear, type Moment, nextLunarEclipse, nextSolarEclipse } from "./eclipses.ts"

const EclipsedBody = Schema.optionalKey(
  Schema.Literals(["sun", "moon"]).annotate({
    description: "What is eclipsed, the sun (solar) or the moon (lunar); without it, whichever comes first.",
    examples: ["sun"],
  }),
)

const WantedKind = Schema.optionalKey(
  Schema.Literals(eclipseKinds).annotate({
    description: `The kind that it must have there, up to the year ${lastEclipseYear}; without it, the next one of any kind.`,
    examples: ["total"],
  }),
)

export const nextEclipse = defineOperation({
  id: "sky.next_eclipse",
  name: "Next eclipse at a place",
  description:
    "The next eclipse of the sun or the moon of which a place sees some part, or the next one of a kind, from the beginning of a day there: its kind there, when it begins, peaks and " +
    "ends in local time, how high it stands and how much is covered. Penumbral eclipses of the moon, which hardly show, are left out; the first one before it is named, as is the first eclipse that the place does not see. Weather is not known.",
  fields: {
    "geo.latitude": Latitude,
    "geo.longitude": Longitude,
    "date.day": DayInput("First day to look at, from 1970 to 2100."),
    "eclipse.body": EclipsedBody,
    "eclipse.wanted_kind": WantedKind,
    "time.zone": LocalZone,
  },
  output: [
    "geo.latitude",
    "geo.longitude",
    "date.day",
    "time.zone",
    "eclipse.body",
    "eclipse.wanted_kind",
    "eclipse.kind",
    "eclipse.obscured_percent",
    "eclipse.start",
    "eclipse.total_start",
    "eclipse.peak",
    "eclipse.total_end",
    "eclipse.end",
    "eclipse.start_altitude",
    "eclipse.peak_altitude",
    "eclipse.end_altitude",
    "eclipse.peak_visible",
    "eclipse.penumbral_before",
    "eclipse.unseen_before",
  ],
  pricing: { model: "per_call", price: microUsd(3_000n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "will we see the next lunar eclipse from Rome",
    "next partial eclipse of the sun at 52.52, 13.40",
    "when can Sydney see a total eclipse of the moon",
    "When is the next solar eclipse at 40.4168, -3.7038 after 2026-01-01?",
    "Next eclipse of the moon in London (51.5074, -0.1278) from 2026-08-01",
    "Will the eclipse of August 2026 be total in A Coruña (43.3623, -8.4115)?",
    "What is the next eclipse at -33.87, 151.21 from 2028-01-01?",
    "When is the next total solar eclipse in sight of 25.69, 32.64 after 2027-01-01?",
    "When can I see the next solar eclipse in Reykjavik?",
    "When is the next lunar eclipse in Lima?",
    "Next total eclipse of the sun seen from Cairo",
  ],
  hints: {
    vocabulary: "seen visible see happen happens date local",
    keywords: {
      "eclipse.body": "solar lunar sun moon",
      "eclipse.kind": "total partial annular kind",
      "eclipse.start": "begin",
      "eclipse.peak": "when peak maximum",
      "eclipse.penumbral_before": "penumbral",
    },
    defaults: { "date.day": "today" },
  },
  run: (input) => {
    const [latitude, longitude, day] = [input["geo.latitude"], input["geo.longitude"], input["date.day"]]
    const zone = input["time.zone"] ?? zoneAt(latitude, longitude)
    const kind = input["eclipse.wanted_kind"]
    return Effect.flatMap(firstEclipse(input["eclipse.body"], startOfDay(zone, day), { latitude, longitude, kind }), (eclipse) =>
      eclipse === undefined
        ? Effect.fail(noneUntil(kind))
        : Effect.succeed({
            data: {
              geo: { latitude, longitude },
              date: { day: dateOfDay(day) },
              time: { zone },
              eclipse: { wanted_kind: kind ?? null, ...view(eclipse, zone) },
            },
            documents: 1,
          }),
    )
  },
})

const noneUntil = (kind = "further") =>
  new SourceFailure({ code: "source_error", message: `No ${kind} eclipse is seen there until the end of ${lastEclipseYear}.` })

const firstEclipse = (body: "sun" | "moon" | undefined, from: number, wanted: Parameters<typeof nextSolarEclipse>[1]) => {
  const [sun, moon] = [nextSolarEclipse(from, wanted), nextLunarEclipse(from, wanted)]
  if (body !== undefined) return body === "sun" ? sun : moon
  return Effect.map(Effect.all([sun, moon]), ([sun, moon]) => {
    if (sun === undefined || moon === undefined || moon.peak.at < sun.peak.at) return moon ?? sun
    const { penumbralBefore } = moon
    return { ...sun, penumbralBefore: penumbralBefore !== null && penumbralBefore < sun.peak.at ? penumbralBefore : null }
  })
}

const view = (eclipse: Eclipse, zone: string) => {
  const local = timeIn(zone)
  const { end, peak, start, totalEnd, totalStart } = eclipse
  return {
    body: eclipse.body,
    kind: eclipse.kind,
    obscured_percent: Math.round(eclipse.obscuration * 10_000) / 100,
    start: local(start.at),
    // Of the total phase, or of the ring of an annular eclipse.
    total_start: local(totalStart?.at ?? null),
    peak: local(peak.at),
    total_end: local(totalEnd?.at ?? null),
    end: local(end.at),
    start_altitude: altitude(start),
    peak_altitude: altitude(peak),
    end_altitude: altitude(end),
    peak_visible: peak.altitude > 0,
    penumbral_before: local(eclipse.penumbralBefore),
    unseen_before: local(eclipse.unseenBefore),
  }
}

const altitude = (moment: Moment): number => Math.round(moment.altitude * 10) / 10
