/** Months of the Islamic calendar in the rules of the data. */
export const islamic = /\b(Muharram|Safar|Rabi|Jumada|Rajab|Shaban|Ramadan|Shawwal|Dhu)\b/u

/** Months of the Hebrew calendar in the rules of the data. */
export const hebrew = /\b(Tishrei|Cheshvan|Kislev|Tevet|Shvat|Adar|AdarII|Nisan|Iyyar|Sivan|Tamuz|Av|Elul)\b/u

export const islamicNote =
  "Holidays of the Islamic calendar are calculated; where the moon is sighted they can fall a day earlier or later."

export const hebrewNote = "Days of the Hebrew calendar begin at sunset of the evening before."
