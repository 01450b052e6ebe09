import { Effect, Schedule } from "effect"
import { type PublicClient, TransactionReceiptNotFoundError } from "viem"
import type { Hex } from "../chain/Chain.ts"

/**
 * Waits until a transaction is in a block, and fails with the complaint where it was reverted. viem's own wait looks again
 * with the next block only: where a chain mines on demand, a block made while it looked is the last, and it waits for ever.
 */
export const mined = async (client: Pick<PublicClient, "getTransactionReceipt">, hash: Hex, complaint: string): Promise<void> => {
  const { status } = await Effect.runPromise(
    Effect.tryPromise(() => client.getTransactionReceipt({ hash })).pipe(
      Effect.retry({ while: ({ cause }) => cause instanceof TransactionReceiptNotFoundError, schedule: patience }),
    ),
  )
  if (status !== "success") throw new Error(complaint)
}

const patience = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))
