import { christmasAndBoxing, nextMonday, type LawChange } from "./LawChange.ts"

/** Countries of America, each with the law that it follows. */
export const america: Readonly<Record<string, LawChange>> = {
  // Public Holidays Act, chapter 354.
  AG: {
    removed: ["05-01", "08-01", "08-02"],
    named: {
      "1st monday in May": "Labour Day",
      "1st monday in August": "Carnival Monday",
      "tuesday after 1st monday in August": "Carnival Tuesday",
      "12-09": "National Heroes Day",
    },
  },
  // Public Holidays Amendment Act 2020 of Bermuda.
  BM: { named: { "friday before 08-05": "Mary Prince Day" } },
  // Law 2977, article 1.
  CL: { named: { "easter -1": "Holy Saturday" } },
  // Labour Code, article 148.
  CR: {
    removed: ["10-12 if monday then previous friday"],
    named: {
      "04-11": "Juan Santamaría Day",
      "08-31 since 2022": "Day of the Black Person and Afro-Costa Rican Culture",
      "10-12 prior to 2020": "Day of the Cultures",
      "12-01 since 2020": "Army Abolition Day",
    },
  },
  // Law 116 of 2013, article 94.
  CU: { named: { "12-31": "New Year's Eve" } },
  DM: { removed: ["05-01"], named: { "1st monday in May": "Labour Day" } },
  // Law 139-97 moves holidays from Tuesday to Friday alone.
  DO: {
    removed: ["11-06 if tuesday,wednesday,thursday,friday,saturday then next monday"],
    named: { "11-06 if tuesday,wednesday then previous monday if thursday,friday then next monday": "Constitution Day" },
  },
  // Law on Public Service, general provision 4, as amended in 2016: days that are moved, in groups of two in November.
  EC: {
    removed: ["easter -3", "05-01", "05-24", "08-10", "09-10"],
    named: {
      "05-01 if saturday then previous friday if sunday then next monday if tuesday then previous monday if wednesday,thursday then next friday":
        "Labour Day",
      "05-24 if saturday then previous friday if sunday then next monday if tuesday then previous monday if wednesday,thursday then next friday":
        "The Battle of Pichincha",
      "08-10 if saturday then previous friday if sunday then next monday if tuesday then previous monday if wednesday,thursday then next friday":
        "Declaration of Independence of Quito",
      "10-09 if saturday then previous friday if sunday then next monday if tuesday then previous monday if wednesday,thursday then next friday":
        "Independence of Guayaquil",
    },
    note: "In Ecuador the days off for 2 and 3 November are moved together beside a weekend. This is not included.",
  },
  // Bank Holidays Act, as amended in 2023 and 2025.
  GD: {
    removed: ["1st monday in August"],
    named: { "08-01 and if sunday then next monday since 2025": "Emancipation Day", "10-19 since 2023": "National Heroes' Day" },
    moved: nextMonday({ "02-07": "Independence Day", "10-25": "Thanksgiving Day" }, "sunday"),
  },
  // Decree 19-2018.
  GT: {
    removed: ["06-30 if tuesday then previous monday if wednesday,thursday then next friday", "10-20"],
    named: {
      "06-30 if tuesday,wednesday then previous monday if thursday,friday,saturday,sunday then next monday": "Army Day",
      "10-20 if tuesday,wednesday then previous monday if thursday,friday,saturday,sunday then next monday": "Revolution Day",
    },
  },
  // Decree 78-2015: the three days of October are a week of holidays, from Wednesday to Friday.
  HN: {
    removed: ["10-03", "10-12", "10-21"],
    named: {
      "easter -1": "Holy Saturday",
      "04-14": "Pan American Day",
      "wednesday after 10-01": "Morazán Week",
      "thursday after 10-02": "Morazán Week",
      "friday after 10-03": "Morazán Week",
    },
  },
  // Decree of 11 December 2024.
  HT: { named: { "08-14 since 2025": "Bois Caïman Day", "09-20 since 2025": "Dessalines' Birthday" } },
  // Public Holidays Act (2024 revision) of the Cayman Islands.
  KY: {
    removed: ["07-02"],
    named: {
      "2026-06-15": "King's Birthday",
      "1st monday in May since 2024": "Emancipation Day",
      "1st monday in July": "Constitution Day",
      "monday after 11-09": "Remembrance Day",
    },
    moved: christmasAndBoxing,
  },
  // Decree 83-1003, as amended in 2012.
  MF: { removed: ["05-27"], named: { "05-28": "Abolition of Slavery" } },
  // Labour Code (Law 185), article 66.
  NI: { observance: ["06-01", "10-12"] },
  // Law 88 of 1969.
  PR: { named: { "easter -2": "Good Friday" } },
  // Public Holidays and Festivals Act, chapter 19:05.
  TT: { public: ["easter 1"] },
  // Virgin Islands Code, title 1, section 171.
  VI: { named: { "11-01": "D. Hamilton Jackson Day" } },
  // Labour Code, article 190, as amended in 2013 and 2016.
  SV: { public: ["01-01", "05-10", "06-17"], named: { "08-06": "Feast of the Divine Saviour of the World" } },
}
