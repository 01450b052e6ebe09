/** The town or island that an airport serves, null where that is not known. */
export const airportCities: ReadonlyArray<string> = [`alter table airport add city text`]
