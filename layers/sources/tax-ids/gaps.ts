import { gap, gapUnless, unmistakableGap } from "../gap.ts"

const personal =
  "No source gives the date of birth, the age or the sex of a person, although some personal numbers contain them. The sources check the form and the check digits of such a number."

export const noRatesOfGoods =
  "No source has the rates of VAT for these goods or services. The sources have the standard and reduced rates of countries, and in Europe the rates of hotel accommodation, restaurant meals and printed books."

const noExemptions =
  "No source has zero rates of VAT, or the goods and services that are exempt from it. The sources have the standard and reduced rates of countries."

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
    "No source has the rates of taxes and duties other than VAT and GST, or the rules of returns and registration. The sources have the standard rates of VAT and GST of countries.",
    "tax return | VAT return | OSS return | sales tax | income tax rate | corporate tax rate | corporation tax | income tax bracket | income tax brackets | withholding tax | import duty | customs duty | import duties | customs tariff | tariff code | HS code | " +
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
