// node scripts/pictures.ts: draws the images that must be PNG into src/web/public, from the product's own words, font,
// colours and mark.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { chromium } from '@playwright/test'
import { en } from '#shared/i18n/en.ts'
import { LANGUAGES } from '#shared/i18n/messages.ts'
import { ru } from '#shared/i18n/ru.ts'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'

const ROOT = path.join(import.meta.dirname, '..')
const PUBLIC = path.join(ROOT, 'src/web/public')
const FONTS = path.join(ROOT, 'node_modules/@fontsource-variable/onest/files')
/** The PNG text chunk that contains a hash of the image's page. */
const SOURCE_KEY = 'Source'

interface Picture {
  readonly width: number
  readonly height: number
  /** The page to photograph; fonts are added when it is drawn. */
  readonly html: string
}

const mark = readFileSync(path.join(PUBLIC, 'favicon.svg'), 'utf8')

/** All images by file name. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  ...Object.fromEntries(LANGUAGES.map((language) => [`share-${language}.png`, sharePicture(language)])),
  'icon-180.png': icon(180),
  'icon-192.png': icon(192),
  'icon-512.png': icon(512),
}

/** The link preview in messages: the card of the card index. */
function sharePicture(language: 'en' | 'ru'): Picture {
  const { common, shell } = language === 'en' ? en : ru
  return {
    width: 1200,
    height: 630,
    html: `<!doctype html><html lang="${language}"><style>
      * { margin: 0; box-sizing: border-box }
      body { inline-size: 1200px; block-size: 630px; padding: 84px 96px; background: #faf8f3; color: #1b1a17; font-family: Onest }
      .tab { position: relative; inline-size: max-content; margin-block-end: -2px; padding: 20px 40px 16px; border: 2px solid #ddd7ca;
        border-block-start: 8px solid #c8361d; border-block-end-color: #fffefb; border-radius: 6px 6px 0 0; background: #fffefb;
        font-size: 34px; font-weight: 600; letter-spacing: -.01em }
      .sheet { display: grid; align-content: space-between; block-size: 376px; padding: 44px 60px 48px; border: 2px solid #ddd7ca;
        border-radius: 0 6px 6px 6px; background: #fffefb }
      h1 { max-inline-size: 900px; font-size: 72px; font-weight: 650; line-height: 1.08; letter-spacing: -.022em; text-wrap: balance }
      .rule { display: flex; align-items: center; gap: 32px; padding-block-start: 32px; border-block-start: 2px solid #ddd7ca }
      .rule i { block-size: 8px; border-radius: 4px; background: #ddd7ca }
      svg { inline-size: 72px; block-size: 72px }
    </style><body><div class="tab">${common.productName}</div><div class="sheet"><h1>${shell.motto.replace(/\.$/, '')}</h1>
    <div class="rule">${mark}<i style="inline-size:340px"></i><i style="inline-size:200px"></i><i style="inline-size:120px;background:#c8361d"></i></div></div>`,
  }
}

/** The mark on paper, with the margin that systems crop. */
function icon(side: number): Picture {
  return {
    width: side,
    height: side,
    html: `<!doctype html><style>body { display: grid; place-items: center; margin: 0; block-size: ${side}px; background: #faf8f3 }
      svg { inline-size: 64%; block-size: 64% }</style><body>${mark}`,
  }
}

export function sourceHash({ html }: Picture): string {
  return createHash('sha256').update(html).digest('hex')
}

/** A PNG's size and the hash that it was drawn from; the hash is null when there is none. */
export function readPicture(png: Buffer): {
  readonly width: number
  readonly height: number
  readonly source: string | null
} {
  const start = png.indexOf(`tEXt${SOURCE_KEY}\0`)
  const from = start + 4 + SOURCE_KEY.length + 1
  const source = start === -1 ? null : png.toString('latin1', from, from + 64)
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), source }
}

/** Inserts a text chunk after a PNG's header. */
function withSource(png: Buffer, source: string): Buffer {
  const body = Buffer.from(`tEXt${SOURCE_KEY}\0${source}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  const headerEnd = 8 + 25
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)])
}

/** The image inside `favicon.ico`, for clients that request that URL unasked. */
export const ICO_PICTURE = 'icon-192.png'

/** An icon file containing one PNG of up to 255 px. */
export function icoOf(png: Buffer): Buffer {
  const { width, height } = readPicture(png)
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(width, 6)
  head.writeUInt8(height, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

function fontFaces(): string {
  return ['cyrillic', 'latin']
    .map((script) => {
      const data = readFileSync(path.join(FONTS, `onest-${script}-wght-normal.woff2`)).toString('base64')
      const range = script === 'cyrillic' ? 'U+0400-04FF' : 'U+0000-00FF,U+2000-206F'
      return `@font-face { font-family: Onest; font-weight: 100 900; src: url(data:font/woff2;base64,${data}); unicode-range: ${range} }`
    })
    .join('')
}

async function draw(): Promise<void> {
  const found = execFileSync(process.execPath, [path.join(ROOT, 'test/support/ensure-browser.ts')], {
    encoding: 'utf8',
  })
  const environment = JSON.parse(found.trim().split('\n').at(-1) ?? '') as BrowserEnvironment
  const { CHROMIUM_PATH: _, ...libraries } = environment
  const browser = await chromium.launch({
    ...browserLaunchOptions(environment),
    env: { ...process.env, ...libraries },
  })
  const page = await browser.newPage()
  for (const [name, picture] of Object.entries(PICTURES)) {
    await page.setViewportSize({ width: picture.width, height: picture.height })
    await page.setContent(`${picture.html}<style>${fontFaces()}</style>`)
    await page.evaluate('document.fonts.ready')
    const png = await page.screenshot()
    writeFileSync(path.join(PUBLIC, name), withSource(png, sourceHash(picture)))
  }
  await browser.close()
  writeFileSync(path.join(PUBLIC, 'favicon.ico'), icoOf(readFileSync(path.join(PUBLIC, ICO_PICTURE))))
}

if (process.argv[1] === import.meta.filename) await draw()
