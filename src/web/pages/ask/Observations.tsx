import { Link } from "@tanstack/react-router"
import { Card } from "../../ui/Card.tsx"
import type { RunJson } from "../sources/queries.ts"

/** The answer, each sentence with links to the places in the documents that it rests on, and what it does not cover. */
export const Observations = ({ answer, id }: { readonly answer: NonNullable<RunJson["answer"]>; readonly id: string }) => (
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
                  params={{ id }}
                  search={{ result, pointer }}
                  resetScroll={false}
                  className="font-mono text-accent-strong underline underline-offset-2"
                >
                  {pointer}
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
