import { christmasAndBoxing, nextMonday, nextTwoDays, type LawChange } from "./LawChange.ts"

/** Countries of Africa, each with the law that it follows. */
export const africa: Readonly<Record<string, LawChange>> = {
  // Law 11/18, articles 3 and 6.
  AO: {
    named: { "03-23 since 2019": "Liberation of Southern Africa Day" },
    note: "In Angola a Monday before a holiday on a Tuesday and a Friday behind one on a Thursday are days off too. They are not included.",
  },
  BI: { named: { "06-08 and if sunday then next monday since 2022": "National Patriotism Day" } },
  // Law 2024-32.
  BJ: {
    removed: ["01-10"],
    named: {
      "01-10 prior to 2025": "Vodun Day",
      "2nd friday in January since 2025": "Vodun Days",
      "thursday before 2nd friday in January since 2025": "Vodun Days",
    },
  },
  // Public Holidays Act, chapter 3:07.
  BW: {
    named: { "10-01": "Botswana Day holiday", "12-26": "Boxing Day" },
    moved: { "substitutes 12-26 if sunday then next monday": "Boxing Day" },
  },
  // Ordinance 23/042.
  CD: { named: { "04-06 since 2023": "Day of Simon Kimbangu and of African Consciousness" } },
  CG: { named: { "06-10": "National Sovereign Conference Day", "08-15": "Independence Day and Assumption", "11-28": "Republic Day" } },
  // Law 63-278, as amended in 2023.
  DZ: {
    named: {
      "2 Shawwal": "End of Ramadan (Eid al-Fitr)",
      "3 Shawwal": "End of Ramadan (Eid al-Fitr)",
      "11 Dhu al-Hijjah": "Feast of the Sacrifice (Eid al-Adha)",
      "12 Dhu al-Hijjah": "Feast of the Sacrifice (Eid al-Adha)",
    },
  },
  EG: { named: { "9 Dhu al-Hijjah": "Arafat Day" } },
  // The Sahrawi Republic keeps 10 and 20 May (1973), 17 June (1970) and 12 October (1975); the data has the names of the second and the last one on the others.
  EH: {
    named: {
      "05-10": "Foundation of the Polisario Front",
      "05-20": "May 20 Revolution",
      "06-17": "Zemla Intifada Day",
      "10-12": "Day of National Unity",
    },
  },
  GA: { named: { "08-30 since 2024": "Liberation Day" } },
  // Public Holidays (Amendment) Act, 2025.
  GH: {
    removed: ["08-04 and if Saturday, Sunday then next Monday", "09-21 and if Saturday, Sunday then next Monday"],
    named: {
      "07-01 and if saturday,sunday then next monday since 2025": "Republic Day",
      "08-04 and if saturday,sunday then next monday prior to 2025": "Founders' Day",
      "09-21 and if saturday,sunday then next monday prior to 2025": "Kwame Nkrumah Memorial Day",
      "09-21 and if saturday,sunday then next monday since 2025": "Founder's Day",
      "2 Shawwal since 2026": "Shaqq Day",
    },
  },
  // Decree D/2022/0526.
  GN: { removed: ["04-03"], named: { "11 Dhu al-Hijjah": "Day after the Feast of the Sacrifice" } },
  // Royal decisions of May 2023 and November 2025; decree 2-04-426 has two days for each of three feasts.
  MA: {
    named: {
      "01-14 since 2024": "Amazigh New Year",
      "10-31 since 2026": "Unity Day",
      "2 Shawwal": "End of Ramadan (Eid al-Fitr)",
      "11 Dhu al-Hijjah": "Feast of the Sacrifice (Eid al-Adha)",
      "13 Rabi al-awwal": "Birthday of Muhammad (Mawlid)",
    },
  },
  // Public Holidays Act, chapter 18:05.
  MW: { named: { "12-26": "Boxing Day" }, moved: christmasAndBoxing },
  // Public Holidays Act, as proclaimed in 2024.
  NA: { named: { "05-28 since 2025": "Genocide Remembrance Day" } },
  // Public Holidays Act (1979) of the federation; some states add the Islamic New Year.
  NG: { observance: ["11-01 since 2020", "1 Muharram", "05-27"] },
  // Presidential order on official holidays: a day on a weekend is moved to the next working day, that of the genocide's memorial excepted. Feasts of the moon are not moved here.
  RW: {
    named: { "01-02": "Day after New Year's Day" },
    moved: {
      ...nextTwoDays(["01-01", "New Year's Day"], ["01-02", "Day after New Year's Day"]),
      ...nextMonday({
        "02-01": "Heroes Day",
        "05-01": "Labour Day",
        "07-01": "Independence Day",
        "07-04": "Liberation Day",
        "08-15": "Assumption",
      }),
      ...christmasAndBoxing,
    },
  },
  // 18 June was the National Day until 2014.
  SC: { removed: ["06-18"], named: { "06-18 since 2015": "Constitution Day", "06-29": "National Day" } },
  SL: { named: { "1 Shawwal": "End of Ramadan (Eid al-Fitr)", "10 Dhu al-Hijjah": "Feast of the Sacrifice (Eid al-Adha)" } },
  ST: { named: { "01-04 since 2019": "King Amador Day" } },
  // Presidential decree 2021-223; the two feasts have two days each.
  TN: {
    removed: ["01-14"],
    named: {
      "01-14 prior to 2022": "Revolution and Youth Day",
      "03-20": "Independence Day",
      "04-09": "Martyrs' Day",
      "07-25": "Republic Day",
      "08-13": "Women's Day",
      "10-15": "Evacuation Day",
      "12-17 since 2021": "Revolution Day",
      "2 Shawwal": "End of Ramadan (Eid al-Fitr)",
      "11 Dhu al-Hijjah": "Feast of the Sacrifice (Eid al-Adha)",
    },
  },
  // Public Holidays Act, chapter 35.
  TZ: { removed: ["01-02"], named: { "01-12": "Zanzibar Revolution Day", "12-26": "Boxing Day" } },
  // Public Holidays Act, chapter 272.
  ZM: { removed: ["03-09"], named: { "03-08 and if sunday then next monday": "Women's Day", "easter -1": "Holy Saturday" } },
  // Public Holidays and Prohibition of Business Act, chapter 10:21.
  ZW: {
    named: {
      "02-21 and if sunday then next monday since 2018": "Robert Gabriel Mugabe National Youth Day",
      "easter -1": "Easter Saturday",
    },
    moved: {
      ...nextMonday(
        { "01-01": "New Year's Day", "04-18": "Independence Day", "05-01": "Labour Day", "05-25": "Africa Day", "12-22": "Unity Day" },
        "sunday",
      ),
      "substitutes 12-25 if sunday then next tuesday": "Christmas Day",
      "substitutes 12-26 if sunday then next monday": "Boxing Day",
    },
  },
}
