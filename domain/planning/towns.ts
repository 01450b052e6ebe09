/** The larger towns of the United States by their state: inputs that ask for `City, State` need it where a question does not say it. */
const byState =
  "AL Birmingham,Huntsville,Mobile,Montgomery|AK Anchorage,Fairbanks,Juneau|AZ Phoenix,Tucson,Mesa,Chandler,Scottsdale,Tempe|AR Little Rock,Fayetteville|" +
  "CA Los Angeles,San Diego,San Jose,San Francisco,Fresno,Sacramento,Long Beach,Oakland,Bakersfield,Anaheim,Stockton,Riverside,Irvine,Santa Ana,Berkeley,Palo Alto,Santa Clara,Sunnyvale,Santa Monica,Pasadena,Fremont,Santa Rosa,Santa Barbara,Santa Cruz,Mountain View,Napa,Concord,Hayward,San Mateo,Cupertino,Beverly Hills,Malibu,Palm Springs,Monterey,San Rafael,Walnut Creek|" +
  "CO Denver,Colorado Springs,Boulder,Fort Collins|CT Hartford,New Haven,Stamford|DC Washington|DE Wilmington|" +
  "FL Miami,Orlando,Tampa,Jacksonville,Tallahassee,Fort Lauderdale,St. Petersburg,Key West|GA Atlanta,Savannah,Augusta|HI Honolulu|ID Boise|" +
  "IL Chicago,Springfield,Naperville|IN Indianapolis,Fort Wayne,South Bend|IA Des Moines,Cedar Rapids|KS Wichita,Topeka|KY Louisville,Lexington|LA New Orleans,Baton Rouge|" +
  "MA Boston,Cambridge,Worcester|MD Baltimore,Annapolis|ME Portland,Bangor|MI Detroit,Grand Rapids,Ann Arbor|MN Minneapolis,St. Paul|MO Kansas City,St. Louis|MS Jackson|MT Billings,Missoula|" +
  "NC Charlotte,Raleigh,Durham,Greensboro|ND Fargo|NE Omaha,Lincoln|NH Manchester|NJ Newark,Jersey City,Princeton|NM Albuquerque,Santa Fe|NV Las Vegas,Reno|" +
  "NY New York,New York City,Buffalo,Rochester,Albany,Syracuse,Brooklyn|OH Columbus,Cleveland,Cincinnati,Toledo|OK Oklahoma City,Tulsa|OR Portland,Eugene,Salem|" +
  "PA Philadelphia,Pittsburgh|RI Providence|SC Charleston,Columbia|SD Sioux Falls|TN Nashville,Memphis,Knoxville|TX Houston,San Antonio,Dallas,Austin,Fort Worth,El Paso,Arlington,Plano|" +
  "UT Salt Lake City,Provo|VA Virginia Beach,Richmond,Norfolk|VT Burlington|WA Seattle,Spokane,Tacoma,Bellevue,Redmond|WI Milwaukee,Madison|WV Charleston|WY Cheyenne"

const states = new Map<string, string>()
for (const line of byState.split("|")) for (const town of line.slice(3).split(",")) states.set(town.toLowerCase(), line.slice(0, 2))

const short: ReadonlyMap<string, string> = new Map([
  ["la", "Los Angeles"],
  ["sf", "San Francisco"],
  ["nyc", "New York"],
  ["sfo", "San Francisco"],
])

/** A town with its state; what is no known town is left as it is. */
export const townIn = (text: string): string => {
  const town = short.get(text.toLowerCase()) ?? text
  const state = states.get(town.toLowerCase())
  return state === undefined ? town : `${town}, ${state}`
}
