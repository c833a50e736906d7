import { type Limit, type LimitName, LIMITS } from '#shared/api/rate-limits.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'

/**
 * The table of limits with the changes from the settings.
 * @throws ConfigError when LIMITS names an unknown limit or is not of the form name=calls/seconds
 */
export function readLimits({
  limits: changes,
  welcomePerNetworkDay,
}: Pick<Config, 'limits' | 'welcomePerNetworkDay'>): Readonly<Record<LimitName, Limit>> {
  const limits: Record<LimitName, Limit> = {
    ...LIMITS,
    welcome_network: { ...LIMITS.welcome_network, calls: welcomePerNetworkDay },
  }
  for (const change of changes) {
    const [, name = '', calls, seconds] = /^(\w+)=(\d{1,9})\/([1-9]\d{0,8})$/.exec(change) ?? []
    if (!isLimitName(name)) {
      const names = Object.keys(LIMITS).join(', ')
      throw new ConfigError(`LIMITS has "${change}": it must be name=calls/seconds, with a name of ${names}`)
    }
    limits[name] = { ...limits[name], calls: Number(calls), seconds: Number(seconds) }
  }
  return limits
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name)
}
