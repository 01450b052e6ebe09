import { Console, Data } from "effect"
import { Flag } from "effect/cli"

/** Every command takes it: one JSON object on standard output and nothing else. */
export const jsonFlag = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))

export const print = (json: boolean, value: object, text: string) => Console.log(json ? JSON.stringify(value) : text)

/** The command did what it should and found something wrong: the exit code says so, the output has said it already. */
export class FoundWrong extends Data.TaggedError("FoundWrong") {}
