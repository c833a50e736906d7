import { useState } from 'react'
import { type Group, inGroup, type Search } from './search-address.ts'
import { type Channel, type Results, useResults } from './use-results.ts'

/** The results of a search; of a text, in two groups. */
export interface Groups {
  /** The results that are shown. */
  readonly shown: Results
  /** Both groups; null without a text. */
  readonly of: Readonly<Record<Group, Results>> | null
  /** The group that is looked at has nothing, so the other one is shown. */
  readonly isInstead: boolean
}

/**
 * Follows both groups of a search: the one that is looked at is asked first, and the other one when that has answered. The
 * topic is shown unasked when it has all words of the text and no name has them; and either group when only it finds
 * something.
 */
export function useGroups(search: Search): Groups {
  const { text } = search
  const first = search.by ?? 'name'
  const looked = useResults(inGroup(search, first))
  const isReady = looked.state === 'ready'
  const isNothing = isReady && looked.channels.length === 0 && !looked.hasMore
  const isUnfit = isReady && search.by === null && !isNamedSo(text, looked.channels)
  const isOtherWanted = isNothing || isUnfit
  const other = useResults(
    { ...inGroup(search, first === 'name' ? 'topic' : 'name'), pages: isOtherWanted ? search.pages : 1 },
    { isWanted: text !== '' && isReady, isAside: true },
  )
  const isInstead = isNothing && other.state === 'ready' && other.channels.length > 0
  const isOtherShown = isInstead || (isUnfit && other.state === 'ready' && other.isWhole)
  // While another text is on its way, what was shown stays.
  const [wasOtherShown, setOtherShown] = useState(false)
  const isOpen = isOtherWanted && (other.state === 'loading' || other.state === 'old')
  if (isReady && !isOpen && isOtherShown !== wasOtherShown) setOtherShown(isOtherShown)
  if (text === '') return { shown: looked, of: null, isInstead: false }
  const of = first === 'name' ? { name: looked, topic: other } : { name: other, topic: looked }
  const isOtherKept = (looked.state === 'old' || isOpen) && wasOtherShown && other.state === 'old'
  if (isOtherShown || isOtherKept) return { shown: other, of, isInstead }
  // Which of them is shown is not known yet.
  return { shown: isOpen ? { ...looked, state: 'loading' } : looked, of, isInstead }
}

/** Whether a channel is called by all words of a text, or has it as its handle. */
export function isNamedSo(text: string, channels: readonly Pick<Channel, 'channel_name' | 'url'>[]): boolean {
  const wanted = wordsOf(text)
  const handle = `@${text.toLowerCase()}`
  return channels.some(({ channel_name: name, url }) => {
    const words = wordsOf(name)
    return (
      wanted.every((word) => words.some((held) => held.startsWith(word))) ||
      words.join('').includes(wanted.join('')) ||
      url?.toLowerCase().endsWith(handle)
    )
  })
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
