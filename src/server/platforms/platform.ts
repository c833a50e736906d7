import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { OutsideCalls } from '../outside-calls.ts'
import type { PlatformDay } from './quota.ts'
import type { Videos } from './videos.ts'

/** What an address, id or handle says about the channel that it names. */
export interface ChannelLink {
  /** Null where a handle may be of any platform. */
  readonly platform: string | null
  readonly platformId: string | null
  readonly handle: string | null
  /** The page's URL in its usual form, without anything after it; null when the URL is not a channel's. */
  readonly url: string | null
}

/** The URL and the key of a platform's API. */
export interface PlatformAccess {
  readonly url: string
  readonly key: string
}

interface ClientParts {
  readonly config: Config
  /** A stand-in's; null: as configured. */
  readonly access: PlatformAccess | null
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly calls?: OutsideCalls
}

/** What a platform's terms allow an installation. */
export interface Terms {
  /** How many days its facts may be kept; at least 2. */
  readonly keptDays: number
  /** Whether metrics that are calculated from its own may be shown. */
  readonly mayCalculate: boolean
}

/** A video platform: how its channels and videos are named, what its terms allow, and how it is asked. */
export interface Platform {
  /** As the tables have it: small letters and digits. */
  readonly name: string
  /** Other names of it in files. */
  readonly aliases: readonly string[]
  readonly hosts: RegExp
  /** The hosts from which pages may load its pictures. */
  readonly pictureHosts: readonly string[]
  /** The URLs of a channel's page before its id, and before its handle. */
  readonly channelPage: string
  readonly handlePage: string
  /** A channel's id, among other text. */
  readonly channelId: RegExp
  /** A text that may be a video's id. */
  readonly videoId: RegExp
  /** A text as an address, where the platform's apps and pages write addresses in forms of their own. */
  toAddress(text: string): string
  /** The channel that an address itself names, not one within it; null: none. */
  channelAt(url: URL): ChannelLink | null
  /** The id of the video that an address itself names. */
  videoAt(url: URL): string | null
  /** The list of a channel's uploads. */
  uploadsList(channelId: string): string
  terms(config: Config): Terms
  /** Calls a day, by quota, and its day. */
  readonly quota: {
    limits(config: Config): Readonly<Record<string, number>>
    dayOf(now: Date): PlatformDay
  }
  /** Refuses settings under which its facts could not be kept. @throws ConfigError */
  check(config: Config): void
  open(parts: ClientParts): Videos
}

/** A platform that can be asked. */
export interface OpenPlatform extends Platform, Terms {
  readonly videos: Videos
}

/** Opens the platforms' clients. @param access by name, of stand-ins */
export function openPlatforms(
  platforms: readonly Platform[],
  {
    access,
    ...parts
  }: Omit<ClientParts, 'access'> & { readonly access: Readonly<Record<string, PlatformAccess>> },
): readonly OpenPlatform[] {
  return platforms.map((platform) => ({
    ...platform,
    ...platform.terms(parts.config),
    videos: platform.open({ ...parts, access: access[platform.name] ?? null }),
  }))
}

/** Null for a platform of which only imports tell. */
export function platformOf<P extends Platform>(platforms: readonly P[], name: string | null): P | null {
  return platforms.find((platform) => platform.name === name) ?? null
}

/** The API's id of a channel or video: the first platform's are bare. The database's `platform_ref` is the same. */
export function refOf(platforms: readonly Platform[], platform: string, id: string): string {
  return platforms[0]?.name === platform ? id : `${platform}:${id}`
}

/** A video's own id, where a text is the API's. */
export function idOf(text: string, { name, videoId }: Platform): string {
  const id = text.slice(name.length + 1)
  return text.startsWith(`${name}:`) && videoId.test(id) ? id : text
}

export function isChannelId({ channelId }: Pick<Platform, 'channelId'>, text: string): boolean {
  return channelId.exec(text)?.[0] === text
}

/** The link of a channel whose id or handle is known. The id never changes, so it is preferred. */
export function linkTo(
  { name, channelPage, handlePage }: Pick<Platform, 'name' | 'channelPage' | 'handlePage'>,
  platformId: string | null,
  handle: string | null,
): ChannelLink {
  const path = handle === null ? null : handlePage + encodeURIComponent(handle)
  return { platform: name, platformId, handle, url: platformId === null ? path : channelPage + platformId }
}

/**
 * Runs work for each platform; a failing one keeps no other from it.
 * @returns the sum of what it returns
 * @throws the first failure, at the end
 */
export async function forEachPlatform<P extends Platform>(
  platforms: readonly P[],
  work: (platform: P) => Promise<number>,
): Promise<number> {
  const results = await Promise.allSettled(platforms.map(work))
  return results.reduce((sum, result) => {
    if (result.status === 'rejected') throw result.reason
    return sum + result.value
  }, 0)
}
