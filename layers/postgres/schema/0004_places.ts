/** Places and airports: read by name or code, and by position (`point(longitude, latitude)`, in degrees). */
export const placesTables: ReadonlyArray<string> = [
  /* `folded` and `inside` are what names become for comparison; `weight` orders places of one name. */
  `create table place (
     id int primary key, name text not null, folded text not null, country text not null, region text, district text, inside text not null,
     latitude float8 not null, longitude float8 not null, zone text, weight int not null)`,
  `create index place_name on place (folded text_pattern_ops)`,
  `create index place_position on place using gist (point(longitude, latitude))`,

  `create table airport (
     id int primary key, iata text unique, icao text unique, name text not null, country text not null, continent text,
     latitude float8 not null, longitude float8 not null, zone text, kind text, scheduled boolean, wikipedia text, website text)`,
  `create index airport_position on airport using gist (point(longitude, latitude))`,
]
