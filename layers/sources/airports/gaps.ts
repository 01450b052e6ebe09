import { gap, unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source has the times of flights, their duration or their status. The sources have airports with their codes and positions, and the great-circle distance between two.",
    "flight time | flight times | flight duration | duration of the flight | flying time | how long flight from ZRH | hours flight | flight hours | flight status | flight delayed | flight late | flight cancelled | flight on time | flight take | long flight take",
  ),
  gap(
    "No source has flights: no schedules, durations, delays, prices or seats. The sources have airports with their codes and positions, and the great-circle distance between two.",
    "flight number | delay | delays | delayed | depart | departs | departure | departures | arrival time | arrivals | flight leave | flight from AMS leave | next flight | first flight | last flight | direct flight | direct flights | nonstop | non-stop | " +
      "connecting flight | cheapest flight | cheap flight | cheap flights | flight price | price of a flight | flight ticket | flight cost | plane ticket | which airlines | which airline | airlines fly | airline fly | fly to | fly from | flies from | flies to | flight LH 400 | flight from | flights from | flights to | flight to | book a flight | gate | check-in counter | baggage allowance | luggage | lounge | lost luggage",
  ),
  unmistakableGap(
    "No source has the runways of airports. The sources have their codes, names, countries, positions, heights and time zones.",
    "runway length | length of the runway | longest runway | runway | runways",
  ),
  gap(
    "No source has visas, entry rules or travel advice.",
    "visa | visas | need a visa | entry requirements | entry rules | passport validity | travel advice | travel warning | vaccination | vaccinations | vaccine | customs allowance",
  ),
]
