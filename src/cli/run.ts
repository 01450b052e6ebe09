import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Layer, Runtime } from "effect"
import { logging } from "../observability/logging.ts"
import { runFarthing } from "./farthing.ts"

runFarthing(process.argv.slice(2)).pipe(
  Effect.tapDefect((defect) => Effect.logError("the program ended by a fault of its own", Cause.die(defect))),
  Effect.provide(Layer.mergeAll(NodeServices.layer, logging)),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    // 130 is an orderly stop after a signal.
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (code) => onExit(code === 130 ? 0 : code)),
  }),
)
