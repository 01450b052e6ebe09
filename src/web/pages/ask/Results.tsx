import { Link } from "@tanstack/react-router"
import { Card } from "../../ui/Card.tsx"
import { DocumentView } from "../../ui/DocumentView.tsx"
import type { RunJson } from "../sources/queries.ts"

interface ResultsProps {
  readonly run: RunJson
  /** The place that is shown as evidence. */
  readonly result: string | undefined
  readonly pointer: string | undefined
}

/** The documents that the run bought. A pointer begins at the result, the document is its `data`. */
export const Results = ({ pointer, result, run }: ResultsProps) =>
  run.results.map(({ data, result_ref, source }) => (
    <Card
      key={result_ref}
      title={source.name}
      aside={
        <Link to="/payments/$id" params={{ id: result_ref }} className="text-accent-strong underline-offset-2 hover:underline">
          Its payment
        </Link>
      }
    >
      <DocumentView
        label={`the document of ${source.name}`}
        value={data}
        pointer={result === result_ref ? pointer?.replace(/^\/data/, "") : undefined}
      />
    </Card>
  ))
