import { gap, unmistakableGap } from "../gap.ts"

export const gaps = [
  unmistakableGap(
    "No source knows the holders of accounts, or whether an account exists, is open or has money. The sources check the form and the check digits of an IBAN and name its country and, where it is known, its bank.",
    "account holder | holder of the account | name of the account holder | owner of the account | account owner | account belongs to | account belong | account name | name on the account | whose account | whose bank account | who does IBAN belong | who is behind IBAN | " +
      "person behind IBAN | who holds the account | beneficiary name | name of the beneficiary | account exist | account really exists | account exists | account still open | account closed | account active | account blocked | account frozen | account balance | money on the account",
  ),
  gap(
    "No source has the fees or the times of payments, and none follows or makes a payment. The sources check IBANs and BICs.",
    "transfer fee | transfer fees | fee of a transfer | fees | bank charges | transfer cost | cost of a transfer | payment take | transfer take | transfer arrive | payment arrive | payment arrived | money arrive | status of payment | status of the transfer | track payment | trace payment | cut-off time | value date",
  ),
]
