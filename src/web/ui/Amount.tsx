import { formatMoney, type MoneyJson, missingPlaces } from "../format/money.ts"

interface AmountProps {
  readonly value: MoneyJson | bigint
  /** The decimals of the longest amount of the column: shorter ones keep the room, so that the points are below one another. */
  readonly places: number
  readonly className?: string
}

/** An amount in a column of amounts, aligned at its decimal point. Digits have one width. */
export const Amount = ({ className = "", places, value }: AmountProps) => (
  <span className={`whitespace-nowrap tabular-nums ${className}`} style={{ paddingRight: `${missingPlaces(value, places)}ch` }}>
    {formatMoney(value)}
  </span>
)
