import { expect, test } from 'vitest'
import { tellsMore } from './use-channel.ts'

const OLD = '2025-06-01T10:00:00.000Z'
const CHECKED = '2026-10-01T10:00:00.000Z'
const NOW = '2026-11-25T10:00:00.000Z'

function listed(publishedAt: string | null, fetchedAt: string | null) {
  const counters = { views: null, likes: null, comments: null }
  return { videos: [{ videoId: 'a', title: 'A', thumbnail: null, publishedAt, ...counters }], fetchedAt }
}

function known(lastUploadAt: string | null, uploadsCheckedAt: string | null, months = 12) {
  const uploads = Array.from({ length: months }, () => ({ month: '2026-11', count: 0 }))
  return { channel: { lastUploadAt, uploadsCheckedAt }, uploads }
}

test.each([
  ['a newer video', listed(NOW, CHECKED), known(OLD, CHECKED), true],
  ['that there is still none', listed(OLD, NOW), known(OLD, CHECKED), true],
  ['what nobody had listed', listed(OLD, CHECKED), known(null, null, 0), true],
  ['nothing that the page does not show', listed(OLD, CHECKED), known(OLD, CHECKED), false],
  ['less than a later check', listed(OLD, CHECKED), known(OLD, NOW), false],
  ['nothing about videos without a date', listed(null, CHECKED), known(OLD, CHECKED), false],
  ['nothing without videos', { videos: [], fetchedAt: NOW }, known(null, null, 0), false],
])('a list tells %s', (_, list, facts, isMore) => {
  expect(tellsMore(list, facts)).toBe(isMore)
})
