import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Every colour token with its light and dark values. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
)

const GROUNDS = ['paper', 'card', 'sunken']
const TEXTS = ['ink', 'muted', 'accent', 'success', 'warning']
/** Text on specific backgrounds: buttons, chosen blocks, error toasts. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['on-accent', 'accent'],
  ['paper', 'ink'],
  ['paper', 'success'],
  ['on-night', 'night'],
  ['night-mark', 'night'],
]

describe('colours', () => {
  it('match the design', () => {
    const wanted = {
      paper: ['#FAF8F3', '#141310'],
      ink: ['#1B1A17', '#EFEBE1'],
      line: ['#DDD7CA', '#34302A'],
      accent: ['#C8361D', '#FF6B4A'],
      success: ['#1F7A4D', '#4CC38A'],
      warning: ['#8A5A00', '#E3A93C'],
    }
    for (const [name, [light, dark]] of Object.entries(wanted)) {
      const found = colours.get(name)
      expect([found?.light.toUpperCase(), found?.dark.toUpperCase()], name).toEqual([light, dark])
    }
  })

  for (const theme of ['light', 'dark'] as const) {
    it.each(PAIRS)(`%s on %s is legible (${theme})`, (text, ground) => {
      expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
    })

    it.each(GROUNDS)(`edges of controls and the focus ring are visible on %s (${theme})`, (ground) => {
      expect(contrast(colour('edge', theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
      expect(contrast(colour('focus', theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
      expect(contrast(colour('accent', theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
    })

    it(`the focus ring looks like neither an error nor a choice (${theme})`, () => {
      expect(contrast(colour('night-focus', theme), colour('night', theme))).toBeGreaterThanOrEqual(3)
      for (const other of ['accent', 'ink', 'warning', 'success']) {
        expect(hueApart(colour('focus', theme), colour(other, theme)), other).toBeGreaterThanOrEqual(60)
      }
    })
  }
})

it('no stylesheet redefines a token', () => {
  const root = new URL('../../', import.meta.url)
  const tokens = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name))
  const taken = globSync('**/*.css', { cwd: root })
    .filter((file) => !file.endsWith('tokens.css'))
    .flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(/^\s*(--[\w-]+):/gm)]
        .filter(([, name]) => tokens.has(name))
        .map(([, name]) => `${file}: ${name}`),
    )
  expect(taken).toEqual([])
})

function colour(name: string, theme: 'light' | 'dark'): string {
  const found = colours.get(name)
  if (found === undefined) throw new Error(`tokens.css has no colour ${name}`)
  return found[theme]
}

/** Contrast of two colours as defined by WCAG, 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Degrees between the hues of two colours, 0 to 180; a grey is apart from every colour. */
function hueApart(one: string, other: string): number {
  const [a, b] = [hue(one), hue(other)]
  if (a === null || b === null) return 180
  const apart = Math.abs(a - b)
  return Math.min(apart, 360 - apart)
}

function hue(hex: string): number | null {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    Number.parseInt(hex.slice(start, start + 2), 16),
  )
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  if (range < 24) return null
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360
  return most === green ? 60 * (2 + (blue - red) / range) : 60 * (4 + (red - green) / range)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
