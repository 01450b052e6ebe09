import { assert, it } from "@effect/vitest"
import {
  initialBearing,
  boxesAround,
  distanceKm,
  maxDistanceKm,
  midpoint,
  type Point,
} from "../../../../layers/sources/gazetteer/sphere.ts"

/** The same points in every run, some of them on the poles, the equator and the antimeridian. */
const points = (count: number): ReadonlyArray<Point> => {
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const edge = (value: number, most: number) => (random() < 0.1 ? Math.sign(value) * most : value)
  return Array.from({ length: count }, () => ({ latitude: edge(random() * 180 - 90, 90), longitude: edge(random() * 360 - 180, 180) }))
}

it("distances and bearings on the sphere agree with published values", () => {
  const london = { latitude: 51.4775, longitude: -0.4614 }
  const newYork = { latitude: 40.6398, longitude: -73.7789 }
  assert.approximately(distanceKm(london, newYork), 5_540, 5)
  assert.approximately(initialBearing(london, newYork), 288, 1)
  // A degree of the meridian, a quarter of it, the way over the date line, antipodes.
  assert.approximately(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }), 111.195, 0.001)
  assert.approximately(distanceKm({ latitude: 90, longitude: 12 }, { latitude: 0, longitude: -50 }), 10_007.557, 0.01)
  assert.approximately(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }), 111.195, 0.001)
  assert.approximately(distanceKm({ latitude: 12, longitude: 30 }, { latitude: -12, longitude: -150 }), maxDistanceKm, 0.001)
  assert.deepEqual(midpoint({ latitude: 0, longitude: 170 }, { latitude: 0, longitude: -170 }).latitude, 0)
  assert.approximately(Math.abs(midpoint({ latitude: 0, longitude: 170 }, { latitude: 0, longitude: -170 }).longitude), 180, 1e-9)
})

it("the distance on the sphere is a metric", () => {
  const [some, others, third] = [points(300), points(600).slice(300), points(900).slice(600)]
  for (const [index, a] of some.entries()) {
    const [b, c] = [others[index]!, third[index]!]
    assert.approximately(distanceKm(a, b), distanceKm(b, a), 1e-6)
    assert.isAtMost(distanceKm(a, c), distanceKm(a, b) + distanceKm(b, c) + 1e-3)
    assert.isAtMost(Math.abs(distanceKm(a, midpoint(a, b)) - distanceKm(midpoint(a, b), b)), 0.5)
  }
})

it("the boxes of a circle contain every point of the circle", () => {
  const all = points(4_000)
  for (const [index, centre] of all.slice(0, 2_000).entries()) {
    const other = all[index + 2_000]!
    const boxes = boxesAround(centre, distanceKm(centre, other))
    const { latitude, longitude } = other
    const isIn = boxes.some((box) => latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east)
    assert.isTrue(isIn, JSON.stringify({ centre, other }))
  }
})
