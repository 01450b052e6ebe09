import { postgresBench } from "../../support/postgresBench.ts"
import { ledgerContract } from "../../domain/ledger/ledgerContract.ts"

ledgerContract("the ledger in PostgreSQL", postgresBench)
