import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { Button } from "../../ui/Button.tsx"
import { Card, PageHeader } from "../../ui/Card.tsx"
import { Select } from "../../ui/Select.tsx"
import { Problem } from "../../ui/States.tsx"
import { TextField } from "../../ui/TextField.tsx"
import { capOf, capProblem, sendQuestion, useRunWrite } from "./queries.ts"
import { RecentRuns } from "./RecentRuns.tsx"

const modes = [
  { value: "plan", label: "Show the plan first" },
  { value: "auto", label: "Buy at once, up to a cap" },
] as const

export const AskPage = () => (
  <>
    <PageHeader title="Ask">A question becomes a priced plan of calls. Only what is delivered is charged.</PageHeader>
    <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-[3fr_2fr]">
      <Card title="Question">
        <QuestionForm />
      </Card>
      <RecentRuns />
    </div>
  </>
)

const QuestionForm = () => {
  const [question, setQuestion] = useState("")
  const [mode, setMode] = useState<"plan" | "auto">("plan")
  const [cap, setCap] = useState("0.05")
  const [isChecked, setChecked] = useState(false)
  const navigate = useNavigate()
  const ask = useRunWrite(sendQuestion, ({ id }) => void navigate({ to: "/runs/$id", params: { id } }))
  const amount = capOf(cap)
  const send = () => {
    setChecked(true)
    if (question.trim() === "" || (mode === "auto" && amount === undefined)) return
    ask.mutate({ question: question.trim(), cap: mode === "auto" ? amount! : null })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="What do you want to know?"
        value={question}
        onChange={setQuestion}
        maxLength={4000}
        placeholder="What currency does Japan use, and is 3 November 2026 a public holiday there?"
        problem={isChecked && question.trim() === "" ? "Write a question." : undefined}
        render={<textarea rows={3} />}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="How" value={mode} options={modes} onChange={setMode} />
        {mode === "auto" && (
          <TextField
            label="Spend at most, in USD"
            inputMode="decimal"
            value={cap}
            onChange={setCap}
            problem={isChecked && amount === undefined ? capProblem : undefined}
          />
        )}
      </div>
      <div>
        <Button type="submit" look="primary" isPending={ask.isPending}>
          {mode === "plan" ? "Make a plan" : "Answer it"}
        </Button>
        {mode === "plan" && <p className="mt-2 text-xs text-muted">A plan costs nothing.</p>}
      </div>
      <Problem error={ask.error} onRepeat={send} />
    </form>
  )
}
