/** How many people live in a place of the gazetteer, null where that is not known, and whether the place is a part of a larger town. */
export const populationColumns: ReadonlyArray<string> = [
  `alter table place add population int, add quarter boolean not null default false`,
  /* About 4,000 rows: `place.nearest` reads the cities around a point among tens of thousands of villages and quarters. */
  `create index place_city on place using gist (point(longitude, latitude)) where population >= 100000 and not quarter`,
]
