import type { Source } from "../../domain/catalogue/Source.ts"

/** A source with what a test has no interest in filled in. */
export const sampleSource = (id: string, more: Partial<Source>): Source => ({
  id,
  name: id.toUpperCase(),
  provider: "Test",
  description: "For tests.",
  category: "test",
  tags: [],
  sectors: [],
  capabilities: [],
  jurisdiction: "worldwide",
  attribution: "",
  sourceUrl: "https://example.com",
  logoUrl: "https://example.com/logo.svg",
  operations: [],
  ...more,
})
