/** `place.largest` reads the first towns of a country, and none of its thousands of villages and quarters. */
export const largestPlaces: ReadonlyArray<string> = [
  `create index place_largest on place (country, population desc, id) where population is not null and not quarter`,
]
