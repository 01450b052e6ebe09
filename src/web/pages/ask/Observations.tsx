import { Link } from "@tanstack/react-router"
import { Card } from "../../ui/Card.tsx"
import { placeText } from "../../ui/documentText.ts"
import type { RunJson } from "../sources/queries.ts"

/** The answer, each sentence with links to the places in the documents that it rests on, and what it does not cover. */
export const Observations = ({ answer, run }: { readonly answer: NonNullable<RunJson["answer"]>; readonly run: RunJson }) => (
  <Card title="Answer">
    {answer.observations.length === 0 && <p className="text-muted">The results hold no answer to this question.</p>}
    <ul className="flex flex-col gap-4">
      {answer.observations.map(({ evidence, text }) => (
        <li key={text}>
          <p className="text-base">{text}</p>
          <ul aria-label="Evidence" className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-xs">
            {evidence.map(({ pointer, result_ref: result }) => (
              <li key={`${result}${pointer}`}>
                <Link
                  to="/runs/$id"
                  params={{ id: run.id }}
                  search={{ result, pointer }}
                  resetScroll={false}
                  className="text-accent-strong underline underline-offset-2"
                >
                  {evidenceText(run, result, pointer)}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
    {answer.limitations.length > 0 && (
      <ul aria-label="Limitations" className="mt-4 flex flex-col gap-1 border-t border-line pt-3 text-muted">
        {answer.limitations.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
  </Card>
)

/** A place in a document by its name and its source: `Currency, name (Currencies)`. */
const evidenceText = (run: RunJson, result: string, pointer: string) => {
  const source = run.results.find(({ result_ref: ref }) => ref === result)?.source.name
  const place = placeText(pointer.replace(/^\/data/, ""))
  return source === undefined ? place : `${place} (${source})`
}
