import { gap, unmistakableGap } from "../gap.ts"

const noRates =
  "No source has exchange rates, and none converts amounts from one currency to another. The sources have what ISO 4217 states of a currency (codes, decimals, countries), and the fixed rates at which withdrawn currencies became their successors."

export const gaps = [
  unmistakableGap(
    "No source has cryptocurrencies. The sources have the currencies of ISO 4217.",
    "bitcoin | bitcoins | ethereum | cryptocurrency | cryptocurrencies | crypto currency | dogecoin | stablecoin",
  ),
  unmistakableGap(
    noRates,
    "exchange rate | rate of exchange for | EUR exchange rate | exchange course | fx rate | forex | currency rate | currency conversion | currency converter | euro rate | dollar rate | pound rate | " +
      "spot rate | interbank rate | mid-market rate | exchange euros | exchange dollars | exchange value | worth in dollars | worth in euros | worth in pounds | euro worth | euro dollar rate",
  ),
  gap(
    noRates,
    "conversion rate | 250 dollars in euros | 250 USD in EUR | 250 dollars worth in euros | 250 USD equals EUR | 250 USD equal EUR | 250 USD get EUR | 250 USD cost EUR | 250 USD converted EUR | dollars into euros rate | USD to EUR today | convert USD to EUR | convert dollars into euros | convert 250 USD to EUR | change USD into EUR | convert to EUR | convert into dollars | EUR for 250 USD | EUR worth 250 USD | EUR equal 250 USD | EUR are 250 USD | USD worth | EUR worth in USD | EUR/USD | EURUSD | EUR against USD | EUR versus USD | value of USD in EUR | USD EUR rate",
  ),
  gap(
    "No source has prices, interest rates or market data.",
    "share price | stock price | stock quote | price of gold | gold price | oil price | bitcoin price | price of bitcoin | crypto price | interest rate | base rate | inflation rate | inflation | euribor | sofr | mortgage rate | " +
      "purchasing power | minimum wage | average salary | market price | price of diesel | diesel price | fuel price | petrol price | price of fuel | price of oil",
  ),
]
