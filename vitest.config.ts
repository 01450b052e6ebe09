import { defineConfig } from "vitest/config"

/** Tests of pure code and of computed sources: the index of the operations is built once, not once a file. */
const pure = ["test/domain/**/*.test.ts", "test/layers/planner/**/*.test.ts", "test/layers/sources/**/*.test.ts", "test/ask/**/*.test.ts"]

/** They measure a process in which nothing else ran. */
const measured = ["test/layers/planner/firstQuestion.test.ts", "test/layers/planner/pathological.test.ts"]

const common = {
  setupFiles: ["test/support/checkAnswers.ts"],
  // Four times what the slowest take on a quiet machine, and more.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    // Two files side by side: most tests wait for servers of their own.
    maxWorkers: 2,
    globalSetup: ["test/support/globalSetup.ts"],
    projects: [
      { test: { ...common, name: "pure", include: pure, exclude: measured, isolate: false } },
      { test: { ...common, name: "measured", include: measured } },
      { test: { ...common, name: "servers", include: ["test/**/*.test.ts"], exclude: pure } },
    ],
  },
})
