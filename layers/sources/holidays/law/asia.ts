import { nextMonday, nextTwoDays, type LawChange } from "./LawChange.ts"

/** Countries of Asia and Oceania, each with the law that it follows. */
export const asia: Readonly<Record<string, LawChange>> = {
  // Resolutions of the interim government of October 2024 and June 2025. The data has fixed dates for the days of two lunar calendars.
  BD: {
    removed: ["bengali-revised 12-3", "bengali-revised 4-31", "05-19", "08-24", "10-08"],
    named: {
      "03-17 prior to 2025": "Mujib's Birthday & Children's Day",
      "08-15 prior to 2024": "National Mourning Day",
      "08-05 since 2025": "July Mass Uprising Day",
    },
    note: "Buddha's Birthday, Krishna Janmashtami and Durga Puja are set for each year in Bangladesh. They are not included.",
  },
  BN: { removed: ["03-31"], named: { "05-31": "Royal Brunei Armed Forces Day" } },
  // Public Holidays Act 1938, as amended in 2023.
  FJ: {
    removed: ["09-07"],
    named: {
      "monday after 05-12 since 2023": "Girmit Day",
      "friday before 06-01 since 2023": "Ratu Sir Lala Sukuna Day",
      "2026-11-09": "Diwali",
    },
    note: "Diwali is known up to 2026 in Fiji.",
  },
  // Presidential decision 8 of 2024.
  ID: { named: { easter: "Easter Sunday" } },
  // Compulsory holidays of the central government's offices; the government lists their days for each year, those of the crescent as expected.
  IN: {
    named: {
      "1 Shawwal": "Id-ul-Fitr (Eid al-Fitr)",
      "10 Dhu al-Hijjah": "Id-ul-Zuha (Eid al-Adha)",
      "10 Muharram": "Muharram (Ashura)",
      "12 Rabi al-awwal": "Milad-un-Nabi (Mawlid)",
      "2026-03-04": "Holi",
      "2026-03-31": "Mahavir Jayanti",
      "2026-05-01": "Buddha Purnima",
      "2026-10-20": "Dussehra",
      "2026-11-08": "Diwali",
      "2026-11-24": "Guru Nanak's Birthday",
      "2027-03-22": "Holi",
      "2027-05-20": "Buddha Purnima",
      "2027-10-09": "Dussehra",
      "2027-10-29": "Diwali",
      "2027-11-14": "Guru Nanak's Birthday",
    },
    note: "Days of the Hindu, Buddhist, Jain and Sikh calendars are known for 2026 and 2027 in India. Mahavir Jayanti of 2027 is not included. The states have further holidays.",
  },
  // Act on Holidays and days of rest of workers: Labour Day is a public holiday since 2026.
  KR: { named: { "05-01 since 2026": "Labour Day" } },
  // The gazette lists full moons and other lunar days for each year; the data repeats those of 2026.
  LK: {
    // 1 January is no public holiday of the gazette.
    observance: ["01-01"],
    ofYear: {
      year: 2026,
      rules: "01-03 02-01 02-15 03-02 03-21 04-01 05-01 05-02 05-28 05-30 06-29 07-29 08-26 08-27 09-26 10-25 11-08 11-24 12-23".split(" "),
    },
    named: { "05-01 prior to 2026": "Labour Day", "05-01 since 2027": "Labour Day" },
    note: "Poya days and the other days of lunar calendars are known for 2026 alone in Sri Lanka, where they are set for each year.",
  },
  // Holidays Act 1951: the lunar days of Vesak are set for each year.
  MY: { named: { "2027-05-20": "Vesak Day" } },
  // Republic Acts 9256, 9492 and 10966; a proclamation of each year adds the others.
  PH: {
    public: ["chinese 01-0-01", "easter -1", "08-21", "11-01", "12-08", "12-24", "12-31"],
    observance: ["easter"],
    named: { "2026-11-02": "All Souls' Day" },
    note: "Public holidays of the Philippines are regular holidays and special non-working days. The government sets some of these days for each year.",
  },
  // Holidays Act 1998: the lunar day of Vesak is set for each year.
  SG: { named: { "2027-05-20": "Vesak Day" } },
  // Days of the lunar calendar are set for each year, as is the day off for one on a weekend; Labour Protection Act, section 29.
  TH: {
    named: {
      "05-01": "Labour Day",
      "2027-02-21": "Makha Bucha",
      "2027-05-20": "Vesak Day (Visakha Bucha)",
      "2027-07-18": "Asalha Puja (Asalha Bucha)",
      "2027-07-19": "Buddhist Lent Day",
      "2026-06-01": "Day off for Vesak Day",
      "2027-02-22": "Day off for Makha Bucha",
      "2027-07-20": "Day off for Asalha Puja",
    },
    moved: nextMonday({
      "10-23": "King Chulalongkorn Day",
      "12-05": "King Bhumibol Adulyadej's Birthday",
      "12-10": "Constitution Day",
    }),
  },
  // Act on Memorial Days and Holidays of 2025.
  TW: {
    removed: [
      "chinese 01-0-04",
      "chinese 01-0-01 if Monday then next Friday if Tuesday then next Saturdayif Wednesday then next Sunday if Thursday then next Monday if Friday then next Tuesday if Saturday then next Wednesday if Sunday then next Thursday",
      "02-28 and if Sunday then next Monday",
      "04-04 and if Sunday then next Monday",
      "10-10 and if Sunday then next Monday",
    ],
    named: {
      "02-28 and if saturday then previous friday if sunday then next monday": "Peace Memorial Day",
      "04-04 and if saturday then previous friday if sunday then next tuesday": "Children's Day",
      "05-01 and if saturday then previous friday if sunday then next monday since 2026": "Labour Day",
      "09-28 and if saturday then previous friday if sunday then next monday since 2025": "Teachers' Day",
      "10-10 and if saturday then previous friday if sunday then next monday": "National Day / Double Tenth Day",
      "10-25 and if saturday then previous friday if sunday then next monday since 2025": "Taiwan Retrocession Day",
      "12-25 and if saturday then previous friday if sunday then next monday since 2025": "Constitution Day",
      "2026-02-15": "Day before Chinese New Year's Eve",
      "2026-02-20": "Day off for the day before Chinese New Year's Eve",
      "2027-02-04": "Day before Chinese New Year's Eve",
      "2027-02-09": "Day off for Chinese New Year",
      "2027-02-10": "Day off for the second day of the Chinese New Year",
    },
    note: "Days off for Chinese New Year on a weekend, and the day before its eve, are known for 2026 and 2027 in Taiwan.",
  },
  // Labour Code of 2019, articles 111 and 112.
  VN: {
    named: { "2026-04-27": "Day off for Hung Kings Commemoration Day", "2027-02-10": "Day off for Tet", "2027-02-11": "Day off for Tet" },
    moved: {
      ...nextMonday({ "01-01": "New Year's Day", "09-02": "National Day" }),
      ...nextTwoDays(["04-30", "Day of liberating the South for national reunification"], ["05-01", "Labour Day"]),
    },
    note: "National Day has a second day, 1 or 3 September, which the government sets for each year. It is not included.",
  },
  VU: { removed: ["10-29"], named: { "11-29 and if sunday then next monday": "Unity Day" } },
}
