declare module "iban-to-bic" {
  const ibans: {
    /** The BIC of a valid IBAN of Austria, Belgium, France, Germany, Luxembourg, the Netherlands or Spain whose bank code is in the list of its country. */
    readonly ibanToBic: (iban: string) => string | undefined
  }
  export default ibans
}
