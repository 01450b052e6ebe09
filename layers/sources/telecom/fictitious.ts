/**
 * Ranges of E.164 numbers that regulators keep for films, books and examples, so that no subscriber has them: of Canada and the United States
 * (555-0100 to 555-0199), Ofcom, ARCEP, the Bundesnetzagentur, ACMA and ComReg.
 */
const ranges: ReadonlyArray<RegExp> = [
  /^\+1[2-9]\d{2}55501\d{2}$/u,
  /^\+44(?:11[345678]496|121496|131496|141496|151496|161496|207946|191498|292018)0\d{3}$/u,
  /^\+442896496\d{3}$/u,
  /^\+441632960\d{3}$/u,
  /^\+44(?:7700900|8081570|9098790|3069990)\d{3}$/u,
  /^\+33(?:19900|26191|35301|46571|53649|63998)\d{4}$/u,
  /^\+49(?:3023125|6990009|4066969|2214710|8999998)\d{3}$/u,
  /^\+61[2378](?:5550|7010)\d{4}$/u,
  /^\+3532091\d{5}$/u,
]

/** Countries of the calling code +1 whose regulators keep 555-01; the other twenty-three have plans of their own. */
const withFiveFiveFive: ReadonlySet<string> = new Set(["CA", "US"])

export const isFictitious = (number: string, country: string | undefined): boolean =>
  ranges.some((range) => range.test(number)) && (!number.startsWith("+1") || country === undefined || withFiveFiveFive.has(country))
