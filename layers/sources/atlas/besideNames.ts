/** `Nairobi (Kenya)`: a property of each country of a list beside its name. Countries without one are left out. */
export const besideNames = <Country extends { readonly name: string | null; readonly code: string }>(
  list: ReadonlyArray<Country>,
  property: (country: Country) => string | null,
): ReadonlyArray<string> =>
  list.flatMap((country) => {
    const value = property(country)
    return value === null ? [] : [`${value} (${country.name ?? country.code})`]
  })
