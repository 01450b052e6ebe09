/** The states and territories of India by the first two digits of a GSTIN (Goods and Services Tax Network, 2025). */
const table =
  "01 Jammu and Kashmir|02 Himachal Pradesh|03 Punjab|04 Chandigarh|05 Uttarakhand|06 Haryana|07 Delhi|08 Rajasthan|09 Uttar Pradesh|10 Bihar|11 Sikkim|12 Arunachal Pradesh|" +
  "13 Nagaland|14 Manipur|15 Mizoram|16 Tripura|17 Meghalaya|18 Assam|19 West Bengal|20 Jharkhand|21 Odisha|22 Chhattisgarh|23 Madhya Pradesh|24 Gujarat|25 Daman and Diu until 2020|" +
  "26 Dadra and Nagar Haveli and Daman and Diu|27 Maharashtra|28 Andhra Pradesh before its division in 2014|29 Karnataka|30 Goa|31 Lakshadweep|32 Kerala|33 Tamil Nadu|34 Puducherry|" +
  "35 Andaman and Nicobar Islands|36 Telangana|37 Andhra Pradesh|38 Ladakh|96 a foreign country|97 another territory"

export const indianStates: ReadonlyArray<{ readonly prefix: string; readonly meaning: string }> = table
  .split("|")
  .map((entry) => ({ prefix: entry.slice(0, 2), meaning: entry.slice(3) }))
