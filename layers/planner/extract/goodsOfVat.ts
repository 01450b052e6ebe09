import type { Mention } from "../../../domain/planning/read/Mention.ts"
import type { GoodsKind } from "../../sources/tax-ids/reducedRates.ts"

const taxed = /\b(?:vat|mwst|ust|iva|tva|btw|moms|value[\s-]added\stax|umsatzsteuer|mehrwertsteuer)\b/iu

/** A question about a number, of which a hotel may be the holder. */
const aboutNumber = /\b(?:vat|tax)\s?(?:id|no|nr|num|numbers?)\b|\d{6}|\bvalid/iu

/** Before the end of a clause, a name or a word that begins another part: behind `hotel` or `restaurant`, another noun (`laundry`, `drinks`, `invoice`) is what is sold. */
const ends = String.raw`(?!['’\p{L}-])(?=\s*(?:$|[?.!,;:()/+%&]|(?-i:\p{Lu})|\d|(?:in|at|for|on|is|are|and|or|of|do|does|have|has|carry|get|to|from|vs|versus|compared|per|as|charges?|mainland|also|please|pls|now|today|currently|right|here|there|vat|tax|rates?|sold|charged)\b))`

/** How the goods are named whose rates are known. `hotel breakfast`, `e-books` and `restaurant drinks` are others. */
const goods: ReadonlyArray<readonly [GoodsKind, RegExp]> = [
  [
    "hotel accommodation",
    new RegExp(
      String.raw`\b(?:(?:(?:nights?|stays?)\sin\s(?:an?\s)?)?hotels?(?:\s(?:stays?|rooms?|nights?|accommodations?|overnights?|lodgings?))?|(?:overnight\s|tourist\s)?accommodations?|overnight\sstays?|lodging|room\snights?)${ends}`,
      "giu",
    ),
  ],
  [
    "restaurant meals",
    new RegExp(
      String.raw`\b(?:(?:(?:meals?|food|dishes)\sin\s(?:an?\s)?)?restaurants?(?:\s(?:meals?|food|dishes|dining))?|eating\sout|dining\sout)${ends}`,
      "giu",
    ),
  ],
  [
    "printed books",
    new RegExp(
      String.raw`(?<![\p{L}-]|\b(?:audio|electronic|digital|e|used|second-hand|antique|comic|exercise|school|cook)[\s-])(?:(?:printed|paper|physical|new)\s)?books${ends}(?!\sonline)`,
      "giu",
    ),
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
