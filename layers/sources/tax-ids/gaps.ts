import { gap, gapUnless, unmistakableGap } from "../gap.ts"

const personal =
  "No source gives the date of birth, the age or the sex of a person, although some personal numbers contain them. The sources check the form and the check digits of such a number."

export const noRatesOfGoods =
  "No source has the rates of VAT for these goods or services. The sources have the standard and reduced rates of countries, and in Europe the rates of hotel accommodation, restaurant meals and printed books."

const noExemptions =
  "No source has zero rates of VAT, or the goods and services that are exempt from it. The sources have the standard and reduced rates of countries."

const noOtherTaxes =
  "No source has the rates of taxes and duties other than VAT, GST and the sales taxes of states and provinces, or the rules of returns and registration. The taxes of counties and cities are not known."

export const gaps = [
  gapUnless(
    { kinds: ["goods.kind"], word: "" },
    unmistakableGap(
      noRatesOfGoods,
      "VAT on food | VAT for food | VAT rate for food | VAT on books | VAT for books | VAT rate for books | VAT on hotels | VAT rate for hotels | " +
        "VAT on restaurants | VAT rate for restaurants | VAT rate for e-books | VAT on medicines",
    ),
  ),
  unmistakableGap(noExemptions, "VAT exempt | VAT-free | zero-rated | zero rated | zero rate | exempt from VAT"),
  unmistakableGap(
    "No source has the rules of sales taxes: when they are due, who registers, what is exempt, and days without tax. The sources have the rates of states, provinces and some regions.",
    "sales tax due | sales taxes due | sales tax holiday | sales tax holidays | tax-free weekend | sales tax permit | sales tax license | sales tax licence | sales tax return | sales tax returns | sales tax exempt | sales tax exemption | exempt from sales tax | " +
      "sales tax nexus | sales tax registration | register for sales tax | sales tax filing | HST rebate | HST credit | GST credit | HST return | GST return | QST return | PST return | HST due | HST filing | GST filing",
  ),
  gapUnless(
    { kinds: ["country.code"], word: "" },
    unmistakableGap(
      "No source has a list of the countries and territories of the EU's VAT area or of its customs union. The sources state of one country or territory whether it belongs to them.",
      "countries are in the EU customs union | countries are in the EU VAT area | countries in the EU customs union | countries in the EU VAT area | countries belong to the EU customs union | countries of the EU VAT area | countries are part of the EU customs union | " +
        "territories are outside the EU VAT area | territories outside the EU VAT area | territories are in the EU VAT area | territories of the EU VAT area | territories are not in the EU VAT area | members of the EU customs union | list of the EU VAT area",
    ),
  ),
  gapUnless({ kinds: ["tax.region"], word: "" }, unmistakableGap(noOtherTaxes, "sales tax")),
  unmistakableGap(
    noOtherTaxes,
    "tax return | VAT return | OSS return | income tax rate | corporate tax rate | corporation tax | income tax bracket | income tax brackets | withholding tax | import duty | customs duty | import duties | customs tariff | tariff code | HS code | " +
      "duty rate | VAT threshold | reverse charge | import VAT",
  ),
  unmistakableGap(
    "No source knows wage taxes, social security contributions or net pay. The sources have the standard rates of VAT and GST of countries.",
    "net salary | net pay | net wage | take-home pay | take home pay | wage tax | payroll tax | tax class | gross salary | gross a month | gross per month | gross monthly | salary after tax | social security contribution | social security contributions | minimum wage",
  ),
  unmistakableGap(
    "No source asks a register such as VIES: whether a number is registered or active, since when and for whom is not known here. The sources check the form and the check digits of the number.",
    "registered in VIES | registered VIES | VIES registered | active in VIES | in VIES | against VIES | VIES status | registered right now | registered for VAT | deregistered | struck off | whose VAT number is ATU13585627 | who has VAT number ATU13585627 | " +
      "which company has VAT number ATU13585627",
  ),
  gap(
    "No source has EORI numbers, with which customs authorities identify companies. The sources check the form and the check digits of VAT numbers.",
    "EORI | EORI number | EORI no",
  ),
  gap(
    "No source asks registers: whether a number is registered or active, since when and for whom is not known here. The sources check the form and the check digits of the number.",
    "who is behind ATU13585627 | who is behind NIP 5261040828 | whose NIP 5261040828 | still registered | currently registered | registered since | actually registered | still active | belongs to which company | belong to which company | which company belongs | registered to which company | which firm | for which firm | " +
      "name and address of the company | company name and address | registered address | registered office address | trader name | dissolved",
  ),
  gap(
    "No source has the owners, directors, accounts or standing of companies. The sources check the form and the check digits of their numbers and state which register keeps them.",
    "who owns the company | who owns | company owner | owner of the company | owner of the firm | owners of | companies own | company own | beneficial owner | beneficial owners | shareholder | shareholders | managing director | who is the director | directors of | ceo | chief executive | " +
      "turnover | revenue | profit | solvent | insolvent | insolvency | bankrupt | bankruptcy | credit rating | credit standing | credit score | creditworthy | annual accounts | filings | employees | headcount | number of employees | share capital | parent company | subsidiary | subsidiaries | " +
      "who runs | founded | founder | sanctions list | sanctioned | on a sanctions list | blacklist",
  ),
  gap(
    personal,
    "date of birth | birth date | birthdate | born when | when was the person born | year of birth | how old is the person | age of the holder | age of the person | sex of the holder",
  ),
  unmistakableGap(personal, "male or female | female or male | man or woman | woman or man"),
]
