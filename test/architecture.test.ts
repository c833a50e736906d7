import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PAGE_NAMES, PAGES } from '#shared/pages.ts'
import { features, jobs, writerOf } from '#server/features.ts'
import { codeOf, importsOf, projectFiles, readProjectFile } from '#test/support/project-files.ts'

const files = projectFiles()
const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file))
const product = sources.filter((file) => !/\.test\.tsx?$/.test(file))

/** A later one may import an earlier one. */
const FEATURES: readonly string[] = features.map(({ name }) => name)

describe('places and names', () => {
  it('every source file is in a folder of the layout', () => {
    const names = FEATURES.join('|')
    const adapters = 'payments|mail|captcha|identity|dns|answers'
    const places = new RegExp(
      [
        String.raw`^src/shared/(api|rules|legal(/versions)?|i18n(/(en|ru))?)/[^/]+$`,
        String.raw`^src/shared/(paths(\.test)?|pages)\.ts$`,
        String.raw`^src/server/([^/]+|(actor|audit|config|holders|http(/calls|/pages|/reference)?|jobs|limits|notices|people|platforms|db(/embedded|/backup)?)/[^/]+)$`,
        String.raw`^src/server/(features/(${names})|adapters/(${adapters}))/[^/]+$`,
        String.raw`^src/local/([^/]+|(yookassa|youtube|identity|mail|dns|demo)/[^/]+)$`,
        String.raw`^src/(start|cli)/[^/]+$`,
        String.raw`^src/docs/(browser/)?[^/]+$`,
        String.raw`^src/web/(app|build|kit|public|features/(${names}|legal))/.+$`,
      ].join('|'),
    )
    expect(files.filter((file) => file.startsWith('src/') && !places.test(file))).toEqual([])
  })

  it('names are in kebab-case, components in PascalCase', () => {
    const name = /^(\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*|[A-Z][A-Za-z0-9]*(\.module)?)\.(ts|tsx|mjs|css)$/
    const code = files.filter((file) => /^(src|test|scripts|bench)\/.*\.(ts|tsx|mjs|css)$/.test(file))
    expect(code.filter((file) => !name.test(path.basename(file)))).toEqual([])
  })

  it('no file has a meaningless name', () => {
    const empty = /(^|[-.])(utils?|helpers?|managers?|service|misc|index)([-.]|$)/
    expect(files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && empty.test(path.basename(file)))).toEqual(
      [],
    )
  })

  it('every page has a component of its name, in a file of its name or the file that the list names', () => {
    const components = product.flatMap((file) => {
      const name = /^src\/web\/(?:app|features)\/(?:.*\/)?(\w+Page|[a-z-]+-pages)\.tsx$/.exec(file)?.[1]
      if (name === undefined) return []
      const exported = readProjectFile(file).matchAll(/^export function (\w+Page)\b/gm)
      return [...exported].map(([, component = '']) => `${component} in ${name}`.toLowerCase())
    })
    const pages = [
      ...PAGE_NAMES.map((page) => [page, PAGES[page].file ?? `${page}Page`]),
      ['notFound', 'status-pages'],
    ].map(([page, file]) => `${page}Page in ${file}`.toLowerCase())
    expect(components.toSorted()).toEqual(pages.toSorted())
  })

  it('a server feature has verbs, routes, SQL, mails and tests, and nothing else', () => {
    const kinds = /^[a-z0-9-]+(\.(routes|sql|mails))?(\.(test|unit\.test))?\.ts$/
    const offenders = sources
      .filter((file) => file.startsWith('src/server/features/'))
      .filter((file) => !kinds.test(path.basename(file)))
    expect(offenders).toEqual([])
  })
})

describe('imports point downwards', () => {
  const imports = product.flatMap((file) => importsOf(file).map((found) => ({ file, ...found })))
  const offenders = (isWrong: (found: (typeof imports)[number]) => boolean) =>
    imports.filter(isWrong).map(({ file, target }) => `${file} -> ${target}`)

  it('every import of a project file names one that exists', () => {
    expect(
      offenders(({ target }) => /^(src|test)\//.test(target) && !files.includes(target.replace(/\?.*$/, ''))),
    ).toEqual([])
  })

  it('shared code imports shared code and zod, nothing else', () => {
    expect(
      offenders(
        ({ file, target }) => file.startsWith('src/shared/') && !/^(src\/shared\/|zod(\/|$))/.test(target),
      ),
    ).toEqual([])
  })

  it('the web imports shared code, and only types from the contract', () => {
    const wrong = /^src\/(server|local|start|cli)\/|^test\//
    expect(offenders(({ file, target }) => file.startsWith('src/web/') && wrong.test(target))).toEqual([])
    expect(
      offenders(
        ({ file, target, isTypeOnly }) =>
          file.startsWith('src/web/') && target.startsWith('src/shared/api/') && !isTypeOnly,
      ),
    ).toEqual([])
  })

  it('each part of the server’s side imports only parts below it', () => {
    const below: Readonly<Record<string, readonly string[]>> = {
      server: [],
      local: ['server'],
      start: ['server', 'local'],
      // Of the stand-ins only the generated catalogue.
      cli: ['server', 'start', 'local/demo'],
    }
    const partOf = (file: string) => /^src\/(server|local|start|cli)\//.exec(file)?.[1]
    expect(
      offenders(({ file, target }) => {
        const from = partOf(file)
        if (from === undefined || !/^(src|test)\//.test(target)) return false
        const allowed = [from, 'shared', ...(below[from] ?? [])]
        return !allowed.some((part) => target.startsWith(`src/${part}/`))
      }),
    ).toEqual([])
  })

  it('features of the server import only features that come before them', () => {
    expect(
      offenders(({ file, target }) => {
        const [from, to] = [featureOf(file, 'server'), featureOf(target, 'server')]
        if (from === undefined || to === undefined || from === to) return false
        return FEATURES.indexOf(to) >= FEATURES.indexOf(from)
      }),
    ).toEqual([])
  })

  it('features of the web import each other in no circle', () => {
    const pairs = imports
      .map(({ file, target }) => [featureOf(file, 'web'), featureOf(target, 'web')])
      .filter(([from, to]) => from !== to)
    expect(pairs.length).toBeGreaterThan(10)
    expect(circlesOf(pairs)).toEqual([])
  })

  it('the web has three storeys: the kit knows no feature, features know no app; the build stands on all of them', () => {
    const storeys = ['kit', 'features', 'app', 'build']
    const storeyOf = (file: string) => {
      const storey = /^src\/web\/([^/]+)\//.exec(file)?.[1]
      return storey === undefined ? null : storeys.indexOf(storey)
    }
    expect(
      offenders(({ file, target }) => {
        const from = storeyOf(file)
        const to = storeyOf(target)
        return from !== null && to !== null && to > from
      }),
    ).toEqual([])
  })

  it('the kit uses only texts that all features share', () => {
    const shared = ['common', 'errors', 'fieldProblems', 'status']
    const taken =
      /\{([^{}]*)\}(?: = use(?:Start)?Texts\(\)(?!\.)|: Messages\b)|\buse(?:Start)?Texts\(\)\.(\w+)/g
    const parts = product
      .filter((file) => file.startsWith('src/web/kit/'))
      .flatMap((file) =>
        [...readProjectFile(file).matchAll(taken)]
          .flatMap(([, several, one]) => (several ?? one ?? '').split(/[:,\s]+/))
          .filter((part) => part !== '')
          .map((part) => ({ file, part })),
      )
    expect(parts.length).toBeGreaterThan(5)
    expect(parts.filter(({ part }) => !shared.includes(part))).toEqual([])
  })

  it('no file imports a page: the list of pages loads them', () => {
    expect(
      offenders(
        ({ file, target }) => file.startsWith('src/') && /^src\/web\/.*(Page|-pages)\.tsx$/.test(target),
      ),
    ).toEqual([])
  })

  it('no imports run in a circle, types included', () => {
    expect(circlesOf(imports.map(({ file, target }) => [file, target.replace(/\?.*$/, '')]))).toEqual([])
  })

  it('features do not import HTTP, and import only interfaces of adapters', () => {
    expect(
      offenders(({ file, target }) => {
        if (!file.startsWith('src/server/features/')) return false
        const adapter = /^src\/server\/adapters\/([^/]+)\/(.+)\.ts$/.exec(target)
        if (adapter !== null) return adapter[1] !== adapter[2]
        return target.startsWith('src/server/http/') || /^(@fastify\/|fastify$)/.test(target)
      }),
    ).toEqual([])
  })

  it('no platform is known but by the list of them: only its own files, its stand-in and the settings name it', () => {
    // Import files are read as they are: exports of the platform's API, and columns that are named after it.
    const named =
      /^src\/(local|server\/(config|platforms))\/|^src\/server\/features\/import\/(presets|columns|json-records)\.ts$/
    const isNaming = (file: string) =>
      /^src\/(server|start)\//.test(file) && !named.test(file) && /youtube/i.test(codeOf(file))
    expect(product.filter(isNaming)).toEqual([])
  })

  it('what stands below the features imports neither them nor HTTP', () => {
    expect(
      offenders(
        ({ file, target }) =>
          /^src\/server\/(actor|adapters|audit|config|db|holders|jobs|limits|notices|people|platforms)\//.test(
            file,
          ) && /^src\/server\/(features|http)\//.test(target),
      ),
    ).toEqual([])
  })

  it('only the catalogue is read from replicas: people must see their own changes at once', () => {
    const readers = product.filter((file) => /\breadCatalogue\b/.test(readProjectFile(file)))
    const readersOf: Readonly<Record<string, string>> = {
      search: '[^/]+',
      topics: 'search-topics',
      channels: String.raw`show-channel|channel-head\.sql`,
      evidence: String.raw`show-evidence|make-trust-statistics|trust\.sql`,
      recommendations: 'find-similar|recommend-channels',
      seeds: 'find-seeds|export-seeds',
    }
    const inFeatures = Object.entries(readersOf).map(([name, verbs]) => `${name}/(${verbs})`)
    const places = new RegExp(String.raw`^src/server/(db/databases|features/(${inFeatures.join('|')}))\.ts$`)
    expect(readers.length).toBeGreaterThan(2)
    expect(readers.filter((file) => !places.test(file))).toEqual([])
  })

  it('the command line calls features, not HTTP', () => {
    expect(
      offenders(
        ({ file, target }) => file.startsWith('src/cli/') && /^src\/server\/http\/|^@?fastify/.test(target),
      ),
    ).toEqual([])
  })
})

describe('one owner for everything', () => {
  it('every feature folder is in the list of features', () => {
    const folders = product.flatMap((file) => /^src\/server\/features\/([^/]+)\//.exec(file)?.[1] ?? [])
    expect([...new Set(folders)].toSorted()).toEqual(FEATURES.toSorted())
  })

  it('every job has a unique name', () => {
    const names = jobs.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it('only the owner of a table writes it', () => {
    const writes =
      /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)|\b(?:insert into|update|delete from|merge into|truncate|copy)\s+(?:only\s+)?([a-z_]+)\b(?=\s+(?:as\s|set\b|where\b|using\b|select\b|values\b|from\b|\()|\s*(?:\(|$))/gim
    const offenders = product.flatMap((file) =>
      [...codeOf(file).matchAll(writes)]
        .map(([, viaKysely, viaSql]) => viaKysely ?? viaSql ?? '')
        .filter((table) => writerOf.has(table) && !file.startsWith(`src/server/${writerOf.get(table)}/`))
        .map((table) => `${file} writes ${table}`),
    )
    expect(offenders).toEqual([])
  })

  it('every table about people is part of their data export, or says why not', () => {
    const without: Readonly<Record<string, string>> = {
      link_token: 'a secret, for 30 minutes',
      closed_account: 'the holder is gone',
      gift_given: 'a keyed hash, kept against a second gift; the gifts themselves are in uses_lot',
    }
    const readers = files.filter((file) => file.endsWith('-data.sql.ts')).map(readProjectFile)
    // Read directly, or by a reader that is called after it: purchaseRecordsOf.
    const isRead = (table: string) => readers.some((text) => new RegExp(String.raw`\b${table}`).test(text))
    const tables = files
      .filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
      .flatMap((file) => [...readProjectFile(file).matchAll(/^create table (\w+) \((.*?)^\)/gms)])
      .filter(([, , columns = '']) => /^\s+(?:person|holder)_id\b/m.test(columns))
      .map(([, table = '']) => table)
    expect(tables.length).toBeGreaterThan(5)
    expect(tables.filter((table) => !isRead(table) && !(table in without))).toEqual([])
  })

  it('every table of the schema has an owner', () => {
    const migrations = files.filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
    const tables = migrations.flatMap((file) =>
      [...readProjectFile(file).matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
        ([, table = '']) => table,
      ),
    )
    expect(tables.filter((table) => !writerOf.has(table))).toEqual([])
  })
})

function featureOf(file: string, side: 'server' | 'web'): string | undefined {
  return new RegExp(`^src/${side}/features/([^/]+)/`).exec(file)?.[1]
}

/** The ways that lead from something back to itself. */
function circlesOf(pairs: readonly (readonly (string | undefined)[])[]): string[] {
  const targetsOf = new Map<string, Set<string>>()
  for (const [from, to] of pairs)
    if (from !== undefined && to !== undefined)
      targetsOf.set(from, (targetsOf.get(from) ?? new Set()).add(to))
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]) => {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(' -> '))
    if (done.has(name) || way.includes(name)) return
    for (const target of targetsOf.get(name) ?? []) visit(target, [...way, name])
    done.add(name)
  }
  for (const name of targetsOf.keys()) visit(name, [])
  return circles
}
