import { gap, gapUnless, unmistakableGap } from "../gap.ts"

export const gaps = [
  gap(
    "No source has roads or routes: no driving distance, no travel time, no traffic. The sources have the distance in a straight line between two places or airports.",
    "driving distance | driving time | drive time | driving route | by car | by road | by truck | by lorry | by train | by bus | by rail | by bike | by ship | by sea | on foot | road distance | route from | best route | fastest route | shortest route | travel time | transit time | long drive | drive from | drive take | lorry need | lorry take | truck need | truck take | driver need | train take | bus take | truck take | kilometres by road | train from | train to | train connection | " +
      "next train | timetable | public transport | traffic jam | traffic jams | road toll | road tolls | motorway | ferry | sea freight | delivery time",
  ),
  unmistakableGap(
    "No source has postcodes. The sources have towns and cities with their region, position, time zone and population.",
    "postcode | post code | postal code | postcodes | postal codes | zip code | zip codes | pin code | pincode | pin code 560034",
  ),
  unmistakableGap(
    "No source has the codes of ports, terminals or ships (UN/LOCODE, MMSI, IMO). The sources have the codes of airports and of countries.",
    "UN/LOCODE | LOCODE | locode of Oslo | locode for Oslo | port code | code of the port | port code of Oslo | MMSI | MMSI number | IMO number | call sign of the ship",
  ),
  gapUnless(
    { kinds: ["airport.iata", "airport.icao"], word: "airport" },
    unmistakableGap(
      "No source has the heights of places above the sea. The sources have towns and cities with their region, position, time zone and population.",
      "elevation of Oslo | elevation of the town | elevation of the city | elevation in metres | elevation above sea | altitude of Oslo | altitude of the town | altitude above sea | height above sea level | above sea level | how high is Oslo | how high Oslo in feet | how high up is Oslo",
    ),
  ),
  gap(
    "No source has streets, postcodes, buildings or businesses. The sources have towns and cities with their region, position, time zone and population.",
    "zip | street address | full address | restaurant | restaurants | hotel | hotels | pharmacy | supermarket | petrol station | charging station | shops | opening hours | nearest bank | cash machine | hospital | doctor | " +
      "mayor | crime rate | safe area | rent | house prices | area code of the town",
  ),
  gap(
    "No source follows shipments, vehicles or ships.",
    "track container | track parcel | track shipment | track package | tracking | tracking number | where is my parcel | my parcel | my package | container right now | shipment now | shipment status | vessel position | ship right now | ship now | truck right now | eta of",
  ),
]
