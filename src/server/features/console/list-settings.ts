import type { CommandOutput } from '#shared/api/commands.ts'
import type { Config } from '#server/config/config.ts'
import type { Setting } from '#server/config/setting.ts'
import { settings } from '#server/config/settings.ts'

const MASK = '•••'

/** All settings as they work now: the values that follow from others included. */
export function listSettings(config: Config): CommandOutput<'settings list'> {
  return (Object.entries(settings) as [keyof typeof settings, Setting<unknown>][]).map(
    ([name, { env, isSecret }]) => {
      const value = String(config[name] ?? '')
      const isShown = isSecret !== true || value === ''
      return { setting: env, value: isShown ? value : MASK, source: config.sources[name] }
    },
  )
}
