import type { Source } from "../../domain/catalogue/Source.ts"
import { gap, unmistakableGap } from "./gap.ts"
import { logo } from "./logo.ts"

const noWeather = "No source has the weather, past or to come. The sources have the sun's and the moon's times of a place."

/** Sources that the catalogue lists but does not sell yet: they state which data exist, who has them and on which terms. */
export const discovery: ReadonlyArray<Source> = [
  {
    id: "company-registers",
    name: "Company registers",
    provider: "National business registers",
    description:
      "Who stands behind a company: legal name, seat, status, directors and filings, as the public registers keep them (Companies House, Handelsregister, " +
      "INPI, Brønnøysund and others). Not sold here yet; some registers, such as those of the United Kingdom and Norway, are open to everybody.",
    category: "business",
    tags: ["business register", "companies", "directors", "filings", "know your customer", "legal entity"],
    sectors: ["banking", "compliance", "procurement"],
    capabilities: ["lookup", "search", "verify"],
    jurisdiction: "Europe",
    attribution: "No data is delivered. Terms differ from register to register, as the European e-Justice Portal explains.",
    sourceUrl: "https://e-justice.europa.eu/topics/registers-business-insolvency-land/business-registers-search-company-eu_en",
    logoUrl: logo("CR", "#4d4d4d"),
    operations: [],
  },
  {
    id: "weather-observations",
    name: "Weather observations",
    provider: "National meteorological services",
    description:
      "What weather stations measured: temperature, precipitation, wind, pressure and humidity, by the hour and day, from the services that publish them " +
      "(NOAA, DWD, Met Office, Météo-France and others). Not sold here yet; much of it is open data.",
    category: "weather",
    tags: ["climate", "observations", "precipitation", "temperature", "weather station", "wind"],
    sectors: ["agriculture", "energy", "insurance", "logistics"],
    capabilities: ["lookup", "time series"],
    jurisdiction: "worldwide",
    attribution:
      "No data is delivered. Terms differ from service to service, as the World Meteorological Organization's data policy explains.",
    sourceUrl: "https://community.wmo.int/en/activity-areas/wis",
    logoUrl: logo("WO", "#4d4d4d"),
    gaps: [
      unmistakableGap(noWeather, "weather be | weather going to be"),
      gap(
        noWeather,
        "weather | rain | raining | rainy | rainfall | snow | snowing | snowfall | sunny | cloudy | temperature in Oslo | temperature at | temperature tomorrow | temperature today | how warm is it | how warm will | how cold is it | how cold will | how cold does | how hot is it | how hot will | how hot does | wind speed | storm | thunderstorm | humidity | air quality | " +
          "pollen | uv index | water temperature | ice on the road | tide | tides | high tide | low tide | flood",
      ),
    ],
    operations: [],
  },
]
