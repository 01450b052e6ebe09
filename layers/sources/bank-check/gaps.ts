import { gap, unmistakableGap } from "../gap.ts"

/** Also the refusal of a question that has the number of a card. */
export const noPaymentCards =
  "No source knows anything about payment cards, and their numbers should not be sent: leave them out of the question."

export const gaps = [
  unmistakableGap(
    "No source knows the holders of accounts, or whether an account exists, is open or has money. The sources check the form and the check digits of an IBAN and name its country and, where it is known, its bank.",
    "account holder | holder of the account | name of the account holder | owner of the account | account owner | account belongs to | account belong | account name | name on the account | whose account | whose bank account | who does IBAN belong | who is behind IBAN | " +
      "person behind IBAN | who holds the account | beneficiary name | name of the beneficiary | account exist | account really exists | account exists | account still open | account closed | account active | account blocked | account frozen | account balance | money on the account",
  ),
  unmistakableGap(
    noPaymentCards,
    "credit card number | debit card number | payment card number | bank card number | valid card number | number of a credit card | number of a debit card | number of the credit card | number of the debit card | number of a payment card | " +
      "valid credit card | valid debit card | valid payment card | valid visa card | valid mastercard | credit card valid | debit card valid | credit card 1234567890123456 valid | debit card 1234567890123456 valid | credit card 1234 5678 9012 3456 valid | debit card 1234 5678 9012 3456 valid | " +
      "visa card number | mastercard number | amex number | american express number | card starts with | card starting | card begins with | first digits of the card | card prefix | BIN of the card | card issued | issued the card | credit card issuer | issuer of the credit card | bank issued the credit card | cvv | cvc of the card",
  ),
  gap(
    "No source gives the BIC of a bank by its name. The sources name the bank of a BIC, of a German bank code and of the IBANs of several countries.",
    "BIC of Deutsche Bank | BIC of the bank | BIC of bank in Berlin | BIC for Deutsche Bank | BIC of my bank | BIC code of Deutsche Bank | BIC code for Deutsche Bank | swift code of Deutsche Bank | swift code for Deutsche Bank | swift code of the bank | swift of Deutsche Bank | swift for Deutsche Bank",
  ),
  gap(
    "No source knows whether an account was used for fraud, or is on a list. The sources check the form and the check digits of an IBAN and name its country and, where it is known, its bank.",
    "used in scams | been used in scams | used in any scams | used for fraud | used in fraud | involved in fraud | reported for fraud | reported as fraud | known for fraud | scam account | fraudulent account",
  ),
  gap(
    "No source has the fees or the times of payments, and none follows or makes a payment. The sources check IBANs and BICs.",
    "transfer fee | transfer fees | fee of a transfer | fees | bank charges | transfer cost | cost of a transfer | payment take | transfer take | transfer arrive | payment arrive | payment arrived | money arrive | status of payment | status of the transfer | track payment | trace payment | cut-off time | value date",
  ),
]
