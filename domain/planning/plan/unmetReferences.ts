import type { Goal } from "./Goal.ts"
import { matchesOf, type UnmetForm } from "./unmetForm.ts"

/** `runs 90 days. When does it end, and is that a holiday?`: another step takes the day behind the last one. */
const endTakenOn: UnmetForm = (search, goals) => {
  const origins = goals.flatMap(({ bound }) => [...bound.call.input.values()])
  const isTaken = origins.some((origin) => origin._tag === "CallOutput" && origin.call.operation.id === "calendar.add_days")
  return isTaken ? matchesOf(search, /\b(?:ends?|expires?|runs?\s+out|last\s+day)\b/giu) : []
}

/** `full moon in March, what local time in Auckland?`: the time of that answer in another zone, where a step states what time it is now. */
const timeOfAnswer: UnmetForm = (search, goals) => {
  const isNow = goals.some(({ candidate }) => /^time\.(?:now|local)$/u.test(candidate.operation.id))
  const takesZone = ({ bound: { call } }: Goal) =>
    !call.operation.id.startsWith("time.") &&
    call.variant.input.some(({ field, required }) => field === "time.zone" && !required) &&
    [...call.input.keys()].every(({ field }) => field !== "time.zone")
  return isNow && !present.test(search.parsed.question) && goals.some(takesZone) ? matchesOf(search, /\b(?:local\s+)?time\b/giu) : []
}

/** `what time is it`, `the current time`, `the time right now` */
const present = /\btime\s+is\s+it\b|\bcurrent(?:ly)?\b|\b(?:right\s+now|at\s+the\s+moment)\b|\btime\b[^,;.?!]*\bnow\b/iu

/** `distance between Mombasa and Kisumu, and population of both`: one step where each of the two needs one. */
const both: UnmetForm = (search, goals) => {
  const isOfOne = ({ bound, candidate: { operation } }: Goal) =>
    bound.used.length === 1 && goals.filter(({ candidate }) => candidate.operation.id === operation.id).length === 1
  return matchesOf(
    search,
    /\b(?:of|for|in|at)\s+both\b(?=\s*(?:[,.;?!)]|and\b|$|of\b|(?:towns|cities|countries|places|airports)\b))/giu,
  ).filter(({ end, start }) => goals.some((goal) => goal.clause.start <= start && end <= goal.clause.end && isOfOne(goal)))
}

/** Forms of requests that refer to an earlier part of the question or to its answer. */
export const unmetReferences: ReadonlyArray<UnmetForm> = [endTakenOn, timeOfAnswer, both]
