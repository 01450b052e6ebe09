import { memoryBench } from "../../support/memoryBench.ts"
import { ledgerContract } from "../../domain/ledger/ledgerContract.ts"

ledgerContract("the ledger in memory", memoryBench)
