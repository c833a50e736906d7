import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '#server/refusal.ts'
import { type Dice, diceFor } from './dice.ts'

/** Ids of invented videos are as long as real ones. */
const VIDEO_FILE = /^([\w-]{11})\.svg$/
const FILE = /^(UCdemo\w{18})-([\p{L}\p{N}]{0,4})\.svg$/u

/**
 * Serves the pictures of demo channels, `GET /thumbnails/demo/<id>-<monogram>.svg`, and of their invented videos, `GET
 * /thumbnails/demo/videos/<id>.svg`, outside the API and without a key.
 */
export function serveDemoThumbnails(fastify: FastifyInstance): void {
  fastify.get<{ Params: { file: string } }>('/thumbnails/demo/:file', async (request, reply) => {
    const [, seed, monogram] = FILE.exec(request.params.file) ?? []
    if (seed === undefined || monogram === undefined) throw new Refusal('not_found')
    return sendPicture(reply, demoThumbnail(seed, monogram))
  })
  fastify.get<{ Params: { file: string } }>('/thumbnails/demo/videos/:file', async (request, reply) => {
    const [, seed] = VIDEO_FILE.exec(request.params.file) ?? []
    if (seed === undefined) throw new Refusal('not_found')
    return sendPicture(reply, demoThumbnail(seed, ''))
  })
}

function sendPicture(reply: FastifyReply, picture: string): FastifyReply {
  return reply
    .type('image/svg+xml; charset=utf-8')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'")
    .send(picture)
}

const SIZE = 160
const FONT = "Onest, 'Golos Text', 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"

/** Ground, ink and accent, in the style of a small printing house; each ground and ink have a contrast of at least 7:1. */
const PALETTES = [
  '#F1EBDD #1B1A17 #C8361D', '#F6E9DC #3B1B12 #E3A93C', '#A92C16 #FFF6EA #6E1808', '#24221E #EFEBE1 #FF6B4A',
  '#234A40 #F3EEDF #E3A93C', '#E3A93C #1B1A17 #A3341F', '#2A3F55 #F3EEDF #E8836B', '#C9D6DF #1B1A17 #3F6486',
  '#EBC8B7 #1B1A17 #A3341F', '#C5CFB4 #1B1A17 #2F5D50', '#4B2D40 #F6E9DC #D9924B', '#DDD7CA #1B1A17 #6B5B45',
] // biome-ignore format: a table

/**
 * The picture of a demo channel: its monogram on a printed pattern, a square SVG that is legible from 48 px up. Pure: the
 * same seed and monogram give the same picture.
 * @param monogram up to two letters or digits; may be empty
 */
export function demoThumbnail(seed: string, monogram: string): string {
  const dice = diceFor(hashOf(seed), 0)
  const [ground = '', ink = '', accent = ''] = dice.pick(PALETTES).split(' ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">` +
    `<rect width="${SIZE}" height="${SIZE}" fill="${ground}"/>${dice.pick(PATTERNS)(dice, accent)}` +
    `${plate(dice, ground, ink)}${letters(monogram, ink)}</svg>`
  )
}

function letters(monogram: string, ink: string): string {
  if (monogram === '') return `<circle cx="80" cy="80" r="18" fill="${ink}"/>`
  const size = [...monogram].length > 1 ? 50 : 66
  return (
    `<text x="80" y="80" dy="0.355em" text-anchor="middle" font-family="${FONT}" font-weight="700" ` +
    `font-size="${size}" fill="${ink}">${monogram}</text>`
  )
}

/** The area behind the letters, which no pattern crosses. */
function plate(dice: Dice, ground: string, ink: string): string {
  const line = `fill="${ground}" stroke="${ink}" stroke-width="3"`
  return dice.pick([
    `<circle cx="80" cy="80" r="51" ${line}/>`,
    `<rect x="33" y="33" width="94" height="94" ${line}/>`,
    `<path d="M80 18 142 80 80 142 18 80Z" ${line}/>`,
    `<path d="M30 44h46l8 -10h46v92h-100Z" ${line}/>`,
  ])
}

const PATTERNS: readonly ((dice: Dice, accent: string) => string)[] = [
  dots,
  arcs,
  hatching,
  waves,
  triangles,
  bars,
]

function each(from: number, to: number, step: number, draw: (at: number) => string): string {
  let drawn = ''
  for (let at = from; at < to; at += step) drawn += draw(at)
  return drawn
}

function dots(dice: Dice, accent: string): string {
  const falls = dice.chance(0.5)
  const radius = (x: number, y: number) => 2 + ((falls ? y + x : 160 - y + x) / 300) * 8
  const circle = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="${radius(x, y).toFixed(1)}"/>`
  return `<g fill="${accent}">${each(10, 160, 20, (y) => each(10, 160, 20, (x) => circle(x, y)))}</g>`
}

function arcs(dice: Dice, accent: string): string {
  const [x, y] = [dice.pick([0, 160]), dice.pick([0, 160])]
  const rings = each(30, 200, 28, (r) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
  return `<g fill="none" stroke="${accent}" stroke-width="13">${rings}</g>`
}

function hatching(dice: Dice, accent: string): string {
  const step = dice.pick([16, 20, 26])
  const [from, to] = dice.pick([[160, 0], [0, 160]]) // biome-ignore format: pairs
  const path = each(-160, 320, step, (at) => `M${at} ${from} ${at + 160} ${to}`)
  return `<path d="${path}" stroke="${accent}" stroke-width="${step * 0.38}"/>`
}

function waves(dice: Dice, accent: string): string {
  const height = dice.pick([8, 12, 16])
  const path = each(6, 180, 22, (y) => `M-20 ${y}q20 ${-height} 40 0t40 0t40 0t40 0t40 0`)
  return `<path d="${path}" fill="none" stroke="${accent}" stroke-width="7"/>`
}

function triangles(dice: Dice, accent: string): string {
  const triangle = (x: number, y: number) => dice.pick(['', `M${x} ${y}h32v32Z`, `M${x} ${y}v32h32Z`])
  return `<path d="${each(0, 160, 32, (y) => each(0, 160, 32, (x) => triangle(x, y)))}" fill="${accent}"/>`
}

function bars(dice: Dice, accent: string): string {
  const bar = (x: number, height: number) =>
    `<rect x="${x}" y="${160 - height}" width="16" height="${height}"/>`
  return `<g fill="${accent}">${each(2, 160, 20, (x) => bar(x, 24 + dice.below(120)))}</g>`
}

// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
