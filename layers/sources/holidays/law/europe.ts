import { nextMonday, type LawChange } from "./LawChange.ts"

/** Countries of Europe and its neighbours, each with the law that it follows. */
export const europe: Readonly<Record<string, LawChange>> = {
  // Law 7651, as amended in 2017 and 2024.
  AL: {
    removed: ["10-19 and if saturday,sunday then next monday"],
    named: {
      "09-05 and if saturday,sunday then next monday since 2018": "Mother Teresa Day",
      "10-19 and if saturday,sunday then next monday prior to 2018": "Mother Teresa Day",
      "11-22 and if saturday,sunday then next monday since 2024": "Alphabet Day",
      "2026-12-01": "Day off for Liberation Day",
      "2027-11-30": "Day off for Independence Day",
    },
  },
  // Law on Holidays and Memorable Days, as amended in 2021.
  AM: { removed: ["01-03 P3D"], named: { "01-03 P3D prior to 2022": "Days before Christmas", "04-24": "Genocide Remembrance Day" } },
  // Labour Code, article 105.
  AZ: {
    removed: ["03-20", "10-18 and if saturday,sunday then next monday", "11-12", "11-17"],
    named: {
      "01-20": "National Mourning Day",
      "03-20 P5D": "Novruz Holiday",
      "05-28 and if saturday,sunday then next monday": "Independence Day",
      "11-08 and if saturday then next monday if sunday then next tuesday since 2021": "Victory Day",
    },
    note: "In Azerbaijan further days off, for holidays that meet a weekend or another holiday, are set for each year. They are not included.",
  },
  // Labour Code, article 154; days on a weekend are moved since 2017, Easter excepted.
  BG: {
    public: ["12-26"],
    named: { "orthodox -1": "Holy Saturday", "12-26": "Second Day of Christmas", "2027-05-04": "Day off for Labour Day" },
    movedSince: 2017,
    moved: {
      ...nextMonday({
        "01-01": "New Year's Day",
        "03-03": "Liberation Day",
        "05-06": "St. George's Day",
        "05-24": "Bulgarian Education and Culture, and Slavonic Literature Day",
        "09-06": "Unification Day",
        "09-22": "Independence Day",
      }),
      "substitutes 12-24 if saturday then next tuesday if sunday then next wednesday": "Christmas Eve",
      "substitutes 12-25 if saturday then next monday if sunday then next wednesday": "Christmas Day",
      "substitutes 12-26 if saturday then next monday if sunday then next tuesday": "Second Day of Christmas",
    },
  },
  // Decree 157 of 1998, as amended in 2019.
  BY: { named: { "01-02 since 2020": "New Year's Day" } },
  FO: { removed: ["04-24"], named: { "04-25": "Flag Day", "07-29": "St. Olaf's Day" } },
  GE: { named: { "05-17 since 2024": "Day of Family Purity and Respect for Parents" } },
  // The Bank Holidays of Guernsey follow those of England.
  GG: { named: { "monday before 09-01": "Summer bank holiday" } },
  IM: {
    removed: ["2nd friday in June"],
    named: { "2026-06-05": "Tourist Trophy, Senior Race Day", "monday before 09-01": "Summer bank holiday" },
    moved: nextMonday({ "07-05": "Tynwald Day" }),
  },
  // Law of 1988 on the days of rest; the Fridays behind Ascension and Corpus Christi are bridge days of many employers.
  LI: { public: ["08-15", "11-01"], observance: ["easter 40", "easter 61"], named: { "08-15": "National Day" } },
  // Labour Code, article 123.
  LT: { public: ["1st sunday in May", "1st sunday in June"] },
  // Law on State and Other Holidays, as amended in 2022.
  ME: {
    named: {
      "11-13 and if sunday then next tuesday since 2022": "Njegoš Day",
      "11-14 and if sunday then next monday since 2022": "Njegoš Day",
    },
  },
  // Law on State and Other Holidays of 2001, article 4.
  RS: { named: { "orthodox -1": "Orthodox Holy Saturday" } },
  // Labour Code, article 112. In earlier years the government moved these days otherwise.
  RU: {
    movedSince: 2026,
    moved: nextMonday({
      "02-23": "Defender of the Fatherland Day",
      "05-01": "Spring and Labour Day",
      "05-09": "Victory Day",
      "06-12": "Russia Day",
      "11-04": "Unity Day",
    }),
  },
  // Act 241/1993, as amended in 2025: for 2026 alone, two of its days are no days of rest.
  SK: { named: { "05-08 since 2027": "Day of victory over fascism", "09-15 since 2027": "Day of Our Lady of the Seven Sorrows" } },
  // Labour Code, article 73, as amended by Law 3107-IX of 2023; Law 2136-IX, article 6.
  UA: {
    removed: ["01-02 and if saturday, sunday then next monday", "05-09 and if saturday, sunday then next monday"],
    named: {
      "05-08 and if saturday, sunday then next monday since 2024": "Day of Remembrance and Victory over Nazism",
      "05-09 and if saturday, sunday then next monday prior to 2024": "Victory Day",
    },
    note: "Under martial law, which has been in force in Ukraine since February 2022, public holidays are working days.",
  },
}
