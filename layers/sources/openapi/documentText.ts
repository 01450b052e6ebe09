import { Result } from "effect"
import type { Unimportable } from "../../../domain/catalogue/Imported.ts"
import type { Document } from "./Document.ts"
import { readDocument } from "./readDocument.ts"

/** The text by which a document is kept: `readDocument` reads it again, which is tried here rather than when a node starts. */
export const documentText = (document: Document): Result.Result<string, Unimportable> => {
  const text = JSON.stringify(document)
  return Result.map(readDocument(text), () => text)
}
