/** The earth as a sphere of its mean radius (IUGG): distances are within half a percent of those on the ellipsoid. */
export const earthRadiusKm = 6_371.0088
export const kmPerMile = 1.609344
export const kmPerNauticalMile = 1.852
export const maxDistanceKm = Math.PI * earthRadiusKm

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Length of the great circle between two points. */
export const distanceKm = (a: Point, b: Point): number => {
  const [north, east] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2]
  const half = Math.sin(north) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, half)))
}

/** Direction in which the great circle from `a` to `b` begins: degrees clockwise from north, 0 to 360. */
export const initialBearing = (a: Point, b: Point): number => {
  const [from, to, east] = [radians(a.latitude), radians(b.latitude), radians(b.longitude - a.longitude)]
  const angle = Math.atan2(Math.sin(east) * Math.cos(to), Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east))
  return ((angle * 180) / Math.PI + 360) % 360
}

/** Half way on the great circle; of antipodes one of the many. */
export const midpoint = (a: Point, b: Point): Point => {
  const [from, to, east] = [radians(a.latitude), radians(b.latitude), radians(b.longitude - a.longitude)]
  const [x, y] = [Math.cos(to) * Math.cos(east), Math.cos(to) * Math.sin(east)]
  const latitude = Math.atan2(Math.sin(from) + Math.sin(to), Math.hypot(Math.cos(from) + x, y))
  const longitude = radians(a.longitude) + Math.atan2(y, Math.cos(from) + x)
  const turned = (longitude * 180) / Math.PI
  return { latitude: (latitude * 180) / Math.PI, longitude: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned }
}

export interface Box {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** Boxes of degrees that hold every point within a distance: two where they cross the antimeridian, all longitudes at a pole. */
export const boxesAround = ({ latitude, longitude }: Point, radiusKm: number): readonly [Box, ...ReadonlyArray<Box>] => {
  // A hair wider than the circle, so that rounding leaves no point on its edge out.
  const angle = radiusKm / earthRadiusKm + 1e-9
  const high = (angle * 180) / Math.PI
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)]
  if (south <= -90 || north >= 90) return [{ south, north, west: -180, east: 180 }]
  const wide = (Math.asin(Math.sin(angle) / Math.cos(radians(latitude))) * 180) / Math.PI + 1e-9
  const [west, east] = [longitude - wide, longitude + wide]
  if (wide >= 180) return [{ south, north, west: -180, east: 180 }]
  if (west < -180)
    return [
      { south, north, west: west + 360, east: 180 },
      { south, north, west: -180, east },
    ]
  if (east > 180)
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ]
  return [{ south, north, west, east }]
}

/** Kilometres to the nearest ten metres: the data are no better. */
export const rounded = (value: number, places = 2): number => Number(value.toFixed(places))
