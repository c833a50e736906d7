import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest } from 'vite'
import type * as prerenderBundle from './prerender.tsx'
import { filesOf, initialKey } from './manifest.ts'

type Target = prerenderBundle.Target

interface WritePagesOptions {
  /** Already holds `web/` and `prerender/`. */
  readonly folder: string
  readonly manifest: Manifest
}

/** The scripts that each page needs before it is usable, by its file, e.g. `en/landing`. */
export type ScriptsByPage = ReadonlyMap<string, readonly string[]>

/** Renders every page in every language to `pages/LANGUAGE/NAME.html`, with its styles, and its scripts after the first paint. */
export async function writePages({ folder, manifest }: WritePagesOptions): Promise<ScriptsByPage> {
  const templateFile = path.join(folder, 'web', 'index.html')
  const template = await readFile(templateFile, 'utf8')
  // The build's own bundle; its types are those of the source.
  const { TARGETS, dictionarySource, render } = (await import(
    pathToFileURL(path.join(folder, 'prerender', 'prerender.js')).href
  )) as typeof prerenderBundle
  const readStyle = styleReader(path.join(folder, 'web'))
  const scriptsByPage = new Map<string, readonly string[]>()
  for (const target of TARGETS) {
    const sources = [
      initialKey(manifest),
      dictionarySource(target),
      ...(target.source === null ? [] : [target.source]),
    ]
    const built = sources.map((source) => filesOf(manifest, source))
    const scripts = unique(built.flatMap((files) => files.scripts))
    scriptsByPage.set(`${target.language}/${target.name}`, scripts)
    const html = fill(template, target, {
      rendered: await render(target),
      scripts,
      styles: await Promise.all(unique(built.flatMap(({ styles }) => styles)).map(readStyle)),
      fonts: fontsFor(target, manifest),
    })
    const file = path.join(folder, 'pages', target.language, `${target.name}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  await rm(templateFile)
  return scriptsByPage
}

interface Parts {
  readonly rendered: string
  readonly scripts: readonly string[]
  readonly styles: readonly Style[]
  readonly fonts: readonly string[]
}

const HEAD_TAGS = /^(?:<(?:title>.*?<\/title|(?:meta|link) [^>]*)>)+/s

function fill(
  template: string,
  { name, language }: Target,
  { rendered, scripts, styles, fonts }: Parts,
): string {
  const headTags = HEAD_TAGS.exec(rendered)?.[0] ?? ''
  const body = rendered.slice(headTags.length)
  // The page's content security policy would refuse both.
  const refused = /<script|\sstyle="/.exec(body)
  if (refused !== null) throw new Error(`${language}/${name} holds an inline ${refused[0].trim()}`)
  // Submitted before the scripts come, its fields would get into the address.
  if (/<form(?![^>]*\smethod=)/.test(body))
    throw new Error(`${language}/${name} holds a form without a method`)
  const head = [
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    `<style>${styles.map(({ css }) => css).join('')}</style>`,
    // Never fetched; they tell the module loader that these styles are already present.
    ...styles.map(({ file }) => `<link rel="stylesheet" disabled href="/${file}">`),
    headTags,
    `<script>${startAfterPaint(scripts)}</script>`,
  ].join('\n    ')
  return template
    .replace(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!--head-->', () => head)
    .replace(
      '<div id="root"><!--body--></div>',
      () => `<div id="root" data-served="${name === 'shell' ? 'shell' : 'page'}">${body}</div>`,
    )
}

/**
 * Requests the scripts after the first paint, so that they do not compete with it for the network or the processor. Tabs in
 * the background paint nothing and start at once. In browsers that do not say when they paint, the second frame after `load`
 * follows a paint. Four seconds are the last resort.
 * @param scripts the first of them starts the page
 */
function startAfterPaint(scripts: readonly string[]): string {
  return `
      {
        const files = ${JSON.stringify(scripts.map((file) => `/${file}`))}
        const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), facts))
        const start = () => {
          for (const src of files.splice(0, 1)) add('script', { type: 'module', crossOrigin: '', src })
          for (const href of files.splice(0)) add('link', { rel: 'modulepreload', crossOrigin: '', href })
        }
        if (document.hidden) start()
        else if (PerformanceObserver.supportedEntryTypes?.includes('paint'))
          new PerformanceObserver((list) => {
            if (list.getEntriesByName('first-contentful-paint').length > 0) start()
          }).observe({ type: 'paint', buffered: true })
        else addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(start)))
        setTimeout(start, 4000)
      }
    `
}

/** Latin everywhere, for digits and names; Cyrillic on Russian pages. */
function fontsFor({ language }: Target, manifest: Manifest): string[] {
  const scripts = language === 'ru' ? ['cyrillic', 'latin'] : ['latin']
  return scripts.map((script) => {
    const source = Object.keys(manifest).find((key) => key.endsWith(`/onest-${script}-wght-normal.woff2`))
    const file = source === undefined ? undefined : manifest[source]?.file
    if (file === undefined) throw new Error(`The font for ${script} was not built`)
    return file
  })
}

interface Style {
  readonly file: string
  readonly css: string
}

function styleReader(webFolder: string): (file: string) => Promise<Style> {
  const read = new Map<string, Promise<Style>>()
  return (file) => {
    let style = read.get(file)
    if (style === undefined) {
      style = readFile(path.join(webFolder, file), 'utf8').then((css) => ({ file, css }))
      read.set(file, style)
    }
    return style
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
