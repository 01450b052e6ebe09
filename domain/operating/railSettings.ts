import { Data, Effect } from "effect"
import type { OrganisationId } from "../money/ids.ts"
import { type Rail, Rails } from "../rail/Rail.ts"
import { audited } from "./OperatorLog.ts"
import { requireNotErased } from "./organisations.ts"

/** No rail has this setting, or it does not take this value. Nothing was changed. */
export class NoSuchSetting extends Data.TaggedError("NoSuchSetting")<{ readonly message: string }> {}

export const railSettingNames = Effect.map(Rails, (rails) => settingsOf(rails).map(({ name }) => name))

/** Sets what an organisation chooses on a rail. Other nodes follow within a minute. */
export const setRailSetting = Effect.fnUntraced(function* (organisation: OrganisationId, name: string, value: string, reason: string) {
  const settings = settingsOf(yield* Rails)
  const setting = settings.find((each) => each.name === name)
  if (setting === undefined) {
    const names = settings.length === 0 ? "" : ` There are: ${settings.map((each) => each.name).join(", ")}.`
    return yield* new NoSuchSetting({ message: `No rail of this gateway has a setting ${name}.${names}` })
  }
  if (!setting.values.includes(value)) return yield* new NoSuchSetting({ message: `${name} is one of ${setting.values.join(", ")}.` })
  yield* requireNotErased(organisation)
  const state = Effect.map(setting.chosen(organisation), (chosen) => ({ [name]: chosen }))
  yield* audited({ action: "org set", organisation, subject: name, reason }, state, setting.choose(organisation, value))
  return { name, value, values: setting.values }
})

const settingsOf = (rails: ReadonlyMap<string, Rail>) => [...rails.values()].flatMap(({ setting }) => setting ?? [])
