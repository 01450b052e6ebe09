import type { AnswerTemplate } from "../template.ts"

const facts = ["apsis.instants", "apsis.nearest", "apsis.farthest", "apsis.count"]
const several = { atLeast: 2 }

/** When the earth or the moon is nearest and farthest. */
export const apsides: AnswerTemplate = {
  sentences: [
    {
      text: "The earth is nearest to the sun, at its perihelion, on {apsis.instants|apsides} ({time.zone}).",
      facts,
      when: { "apsis.kind": "perihelion" },
    },
    {
      text: "The earth is farthest from the sun, at its aphelion, on {apsis.instants|apsides} ({time.zone}).",
      facts,
      when: { "apsis.kind": "aphelion" },
    },
    {
      text: "The moon is at its perigee, nearest to the earth in its orbit, on {apsis.instants|apsides} ({time.zone}).",
      facts,
      when: { "apsis.kind": "perigee" },
    },
    {
      text: "The nearest of these perigees is that on {apsis.nearest|apsides}.",
      facts,
      when: { "apsis.kind": "perigee", "apsis.count": several },
    },
    {
      text: "The moon is at its apogee, farthest from the earth in its orbit, on {apsis.instants|apsides} ({time.zone}).",
      facts,
      when: { "apsis.kind": "apogee" },
    },
    {
      text: "The farthest of these apogees is that on {apsis.farthest|apsides}.",
      facts,
      when: { "apsis.kind": "apogee", "apsis.count": several },
    },
    {
      text: "From {calendar.start_date|date} to {calendar.end_date|date} ({time.zone}) there is no {apsis.kind}.",
      facts: [...facts, "apsis.first"],
      when: { "apsis.instants": { atMost: 0 } },
    },
    {
      text: "From {calendar.start_date|date} on, the next {apsis.kind} is on {apsis.first|apsides} ({time.zone}).",
      facts: ["apsis.first"],
      detail: true,
    },
  ],
  limits: [
    { text: "Distances are those of the centres. The time is correct to an hour.", when: { "apsis.body": "earth" } },
    { text: "Distances are those of the centres. The time is correct to some minutes.", when: { "apsis.body": "moon" } },
  ],
}

/** How far the moon or the sun is. */
export const kilometres: AnswerTemplate = {
  sentences: [
    {
      text: "At noon on {date.day|date} ({time.zone}) the {sky.body} is {sky.distance_km_at_noon|thousands} km from the earth.",
      facts: ["sky.distance_km_at_noon", "sky.distance_km_at_start", "sky.distance_km_at_end"],
    },
    {
      text: "It is {sky.distance_km_at_start|thousands} km at the beginning of that day and {sky.distance_km_at_end|thousands} km at its end.",
      facts: ["sky.distance_km_at_noon", "sky.distance_km_at_start", "sky.distance_km_at_end"],
    },
  ],
  limits: [{ text: "Distances are those of the centres." }],
}
