import type { Mention } from "../../../domain/planning/read/Mention.ts"
import type { GoodsKind } from "../../sources/tax-ids/reducedRates.ts"

const taxed = /\b(?:vat|mwst|ust|iva|tva|btw|moms|value[\s-]added\stax|umsatzsteuer|mehrwertsteuer)\b/iu

/** A question about a number, of which a hotel may be the holder. */
const aboutNumber = /\b(?:vat|tax)\s?(?:id|no|nr|num|numbers?)\b|\d{6}|\bvalid/iu

const trades = String.raw`(?:invoices?|bills?|receipts?|chains?|groups?|compan(?:y|ies)|customers?|clients?|suppliers?|guests?|owners?)`
const ofHotels = String.raw`(?:breakfasts?|restaurants?|bars?|meals?|food|services?|drinks?|parking|minibars?|conferences?|meetings?|city\stax|${trades})`
const ofRestaurants = String.raw`(?:drinks?|alcohol|wines?|beers?|beverages?|equipment|supplies|furniture|delivery|take|${trades})`

/** How the goods are named whose rates are known. `hotel breakfast`, `e-books` and `restaurant drinks` are others. */
const goods: ReadonlyArray<readonly [GoodsKind, RegExp]> = [
  [
    "hotel accommodation",
    new RegExp(
      String.raw`\b(?:hotels?(?:\s(?:stays?|rooms?|nights?|accommodations?|overnights?|bookings?|lodgings?))?|(?:overnight\s|tourist\s)?accommodations?|overnight\sstays?|lodging|(?:nights?|stays?)\sin\s(?:an?\s)?hotels?|room\snights?)\b(?!['’s\s-]*${ofHotels}\b)`,
      "giu",
    ),
  ],
  [
    "restaurant meals",
    new RegExp(
      String.raw`\b(?:restaurants?(?:\s(?:meals?|food|dishes|services?|dining))?|(?:meals?|food)\sin\s(?:an?\s)?restaurants?|eating\sout|dining\sout)\b(?!['’s\s-]*${ofRestaurants}\b)`,
      "giu",
    ),
  ],
  [
    "printed books",
    /(?<![\p{L}-]|\b(?:audio|electronic|digital|e|used|second-hand|antique|comic|exercise|school|cook)[\s-])(?:(?:printed|paper|physical|new)\s)?books\b(?!\s(?:online|shelves))/giu,
  ],
]

/** Goods and services whose rate of VAT is known, in a question for a rate. */
export const goodsOfVat = (text: string): ReadonlyArray<Mention> =>
  taxed.test(text) && !aboutNumber.test(text)
    ? goods.flatMap(([value, form]) =>
        [...text.matchAll(form)].map(({ 0: written, index }) => ({
          kind: "goods.kind",
          start: index,
          end: index + written.length,
          text: written,
          value,
          weight: 0.9,
        })),
      )
    : []
