import austrian from "stdnum/lib/cjs/at/uid.js"
import belgian from "stdnum/lib/cjs/be/vat.js"
import swiss from "stdnum/lib/cjs/ch/uid.js"
import cypriot from "stdnum/lib/cjs/cy/vat.js"
import german from "stdnum/lib/cjs/de/vat.js"
import danish from "stdnum/lib/cjs/dk/cvr.js"
import estonian from "stdnum/lib/cjs/ee/kmkr.js"
import spanish from "stdnum/lib/cjs/es/nif.js"
import finnish from "stdnum/lib/cjs/fi/alv.js"
import french from "stdnum/lib/cjs/fr/tva.js"
import british from "stdnum/lib/cjs/gb/vat.js"
import greek from "stdnum/lib/cjs/gr/vat.js"
import croatian from "stdnum/lib/cjs/hr/oib.js"
import hungarian from "stdnum/lib/cjs/hu/anum.js"
import irish from "stdnum/lib/cjs/ie/vat.js"
import italian from "stdnum/lib/cjs/it/iva.js"
import lithuanian from "stdnum/lib/cjs/lt/pvm.js"
import luxembourgish from "stdnum/lib/cjs/lu/tva.js"
import maltese from "stdnum/lib/cjs/mt/vat.js"
import dutch from "stdnum/lib/cjs/nl/btw.js"
import norwegian from "stdnum/lib/cjs/no/orgnr.js"
import polish from "stdnum/lib/cjs/pl/nip.js"
import portuguese from "stdnum/lib/cjs/pt/nif.js"
import romanian from "stdnum/lib/cjs/ro/cui.js"
import swedish from "stdnum/lib/cjs/se/vat.js"
import slovak from "stdnum/lib/cjs/sk/dph.js"
import { bulgarian, czech, latvian, slovenian } from "./corrections.ts"
import type { VatEngine } from "./validateVat.ts"

type Check = (national: string) => boolean | null

interface Validator {
  readonly validate: (number: string) => { readonly isValid: boolean }
}

/** stdnum removes a prefix if there is one. It gets the national number without the prefix. */
const by =
  (validator: Validator, prefix = ""): Check =>
  (national) =>
    validator.validate(prefix + national).isValid

const checks: Readonly<Record<string, Check>> = {
  AT: by(austrian),
  BE: by(belgian),
  BG: bulgarian,
  CY: by(cypriot),
  CZ: czech,
  DE: by(german),
  DK: by(danish),
  EE: by(estonian),
  EL: by(greek),
  ES: by(spanish),
  FI: by(finnish),
  // A key of letters can read like the prefix.
  FR: by(french, "FR"),
  GB: by(british),
  HR: by(croatian),
  HU: by(hungarian),
  IE: by(irish),
  IT: by(italian),
  LT: by(lithuanian),
  LU: by(luxembourgish),
  LV: latvian,
  MT: by(maltese),
  NL: by(dutch),
  PL: by(polish),
  PT: by(portuguese),
  RO: by(romanian),
  SE: by(swedish),
  SI: slovenian,
  SK: by(slovak),
  XI: by(british),
  CHE: by(swiss, "CHE"),
  NO: by(norwegian),
}

/** Government departments and health authorities have numbers without check digits. */
const hasNone = (national: string): boolean => /^(GD|HA)/u.test(national)

export const checkVat: VatEngine = ({ format, national }) => {
  if (!format.digits.test(national)) return { format: false, checkDigits: null }
  return { format: true, checkDigits: hasNone(national) ? null : (checks[format.prefix]?.(national) ?? null) }
}
