import { assert, it } from "@effect/vitest"
import { type CountedPlace, countsOf, type NamedPlace } from "../../../../layers/sources/gazetteer/populations.ts"

const place = (name: string, latitude: number, longitude = 0, country = "FR"): NamedPlace => ({ name, country, latitude, longitude })

const counted = (name: string, population: number, latitude: number, more: Partial<CountedPlace> = {}): CountedPlace => ({
  name,
  country: "FR",
  featureCode: "PPL",
  division: "11",
  district: "75",
  population,
  latitude,
  longitude: 0,
  ...more,
})

const populationsOf = (places: ReadonlyArray<NamedPlace>, list: ReadonlyArray<CountedPlace>) => {
  const { counts } = countsOf(places, list)
  return places.map((_, row) => counts.get(row)?.population)
}

it("a place has the population of the nearest place of its name and country, within 10 km, and each is used once", () => {
  assert.deepEqual(populationsOf([place("Saint-Rémy", 45), place("Saint Rémy", 45.05)], [counted("St. Remy", 7, 45.04)]), [undefined, 7])
  assert.deepEqual(populationsOf([place("Mont", 45)], [counted("Mont", 7, 45.1)]), [undefined])
  assert.deepEqual(populationsOf([place("Mont", 45)], [counted("Mont", 7, 45, { country: "BE" })]), [undefined])
  assert.deepEqual(populationsOf([place("Mont", 45)], [counted("Mont", 7, 45.05), counted("Mont", 8, 45.02)]), [8])
})

it("a place of another name has its population at the same point only, and never that of a place joined by name", () => {
  assert.deepEqual(populationsOf([place("Nouveau", 45)], [counted("Ancien", 7, 45.0001)]), [7])
  assert.deepEqual(populationsOf([place("Nouveau", 45)], [counted("Ancien", 7, 45.001)]), [undefined])
  assert.deepEqual(populationsOf([place("Centre", 45), place("Ville", 45.0001)], [counted("Ville", 900_000, 45)]), [undefined, 900_000])
})

it("only a large seat of an administration is joined by the beginning of its name", () => {
  const seat = { featureCode: "PPLA" }
  assert.deepEqual(populationsOf([place("Odesa", 46.48)], [counted("Odessa", 1_000_000, 46.5, seat)]), [1_000_000])
  assert.deepEqual(populationsOf([place("Odesa", 46.48)], [counted("Odessa", 99_999, 46.5, seat)]), [undefined])
  assert.deepEqual(populationsOf([place("Odesa", 46.48)], [counted("Odessa", 1_000_000, 46.5)]), [undefined])
})

it("a population of 0 is not known", () => assert.deepEqual(populationsOf([place("Mont", 45)], [counted("Mont", 0, 45)]), [null]))

it("a settlement that the newer list lacks is added, but no quarter, and no other name of a place within a kilometre", () => {
  const missing = (list: ReadonlyArray<CountedPlace>) => countsOf([place("Tours", 45)], list).missing.map(({ name }) => name)
  assert.deepEqual(missing([counted("Tours", 9, 45.01), counted("Villages", 700, 45.02)]), ["Villages"])
  assert.deepEqual(missing([counted("Caesarodunum", 9, 45.005), counted("Liège", 9, 45.005, { country: "BE" })]), ["Liège"])
  assert.deepEqual(
    missing([counted("Les Halles", 700, 46, { featureCode: "PPLX" }), counted("Oradour", 1, 46, { featureCode: "PPLQ" })]),
    [],
  )
})
