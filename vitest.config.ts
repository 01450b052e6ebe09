import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Two files side by side: most tests wait for servers of their own.
    maxWorkers: 2,
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/checkAnswers.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    // Four times what the slowest take on a quiet machine, and more.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
