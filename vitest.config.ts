import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Compiled code of earlier processes, for all that the tests start: a gateway of their own has the same modules as `farthing serve`.
process.env["NODE_COMPILE_CACHE"] = fileURLToPath(new URL("node_modules/.cache/farthing", import.meta.url))

/** Tests of pure code and of computed sources: the index of the operations is built once, not once a file. */
const pure = ["test/domain/**/*.test.ts", "test/layers/planner/**/*.test.ts", "test/layers/sources/**/*.test.ts", "test/ask/**/*.test.ts"]

/** They measure a process in which nothing else ran, or change a module for the whole process: a rail more, or a library that is not loaded yet. */
const alone = [
  "test/layers/planner/firstQuestion.test.ts",
  "test/layers/planner/pathological.test.ts",
  "test/rails/fourthRail/*.test.ts",
  "test/http/docsPage.test.ts",
]

/** What the interoperability tests install. */
const installed = "**/node_modules/**"

/** They begin first, so that none of them runs alone at the end. Vitest sorts the others by their size. */
const longest = ["test/e2e/commandLine.test.ts", "test/interop/stock.test.ts", "test/rails/sepa/simulation/simulation.test.ts"]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const common = {
  setupFiles: ["test/support/checkAnswers.ts"],
  // Four times what the slowest take on a quiet machine, and more.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    // Three files side by side on two cores: many tests wait for servers of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ["test/support/globalSetup.ts"],
    projects: [
      { test: { ...common, name: "pure", include: pure, exclude: [...alone, installed], isolate: false } },
      { test: { ...common, name: "alone", include: alone, exclude: [installed] } },
      // The files of a worker share one process, so that each module is loaded once: a fifth of the processor time.
      { test: { ...common, name: "servers", include: ["test/**/*.test.ts"], exclude: [...pure, ...alone, installed], isolate: false } },
    ],
  },
})
