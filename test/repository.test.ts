import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeOf, projectFiles, readProjectFile } from '#test/support/project-files.ts'
import packageJson from '../package.json' with { type: 'json' }

const files = projectFiles()
const product = files.filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

describe('rules of the code', () => {
  const matching = (list: readonly string[], pattern: RegExp) =>
    list.filter((file) => pattern.test(codeOf(file)))

  it('reads the environment only at entry points; everything else receives the configuration', () => {
    const entries = /^src\/(start\/main|cli\/(main|with-[a-z-]+))\.ts$/
    expect(matching(product, /process\.env/).filter((file) => !entries.test(file))).toEqual([])
  })

  it('takes the time from the clock and randomness from one place', () => {
    const own = /^src\/(shared|server)\/(?!clock\.ts|random\.ts|db\/embedded\/)/
    const direct = /Date\.now\(\)|new Date\(\)|Math\.random\(\)/
    expect(matching(product, direct).filter((file) => own.test(file))).toEqual([])
  })

  it('generates random input from one fixed seed', () => {
    const own = 'test/support/fast-check.ts'
    const users = files.filter(
      (file) => file.endsWith('.ts') && readProjectFile(file).includes("from 'fast-check'"),
    )
    expect(users.filter((file) => file !== 'test/repository.test.ts')).toEqual([own])
  })

  it('contains no to-do marks, and suppresses no check without need', () => {
    const marks = /TO[D]O|FIX[M]E|@ts-(?:ignor[e]|nochec[k])/
    const code = files.filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file))
    expect(code.filter((file) => marks.test(readProjectFile(file)))).toEqual([])
  })

  it('has no text for people outside the dictionaries', () => {
    const own = /^src\/(web|server|shared|cli|local)\//
    const dictionaries = /^src\/shared\/(i18n|legal)\/|\.mails\.ts$/
    // Names of channels and languages, and what mail servers say, are data in their own scripts, not words of ours.
    const data =
      /^src\/(server\/features\/(catalogue\/|import\/|evidence\/|cards\/read-cells)|local\/(demo\/|youtube\/make-videos)|shared\/rules\/|server\/db\/check-database|web\/app\/LanguageSwitch)/
    const cyrillic = product.filter((file) => own.test(file) && !dictionaries.test(file) && !data.test(file))
    expect(matching(cyrillic, /[А-Яа-яЁё]{2}/)).toEqual([])
    const jsxText =
      /<[A-Za-z][^<>]*>[^<>{}]*[A-Za-z]{2,}[^<>{}]*<\/|\s(?:aria-label|alt|title|placeholder)="[^"]*[A-Za-z]{2}/
    const components = product.filter((file) => file.startsWith('src/web/') && file.endsWith('.tsx'))
    expect(matching(components, jsxText)).toEqual([])
  })
})

describe('the repository', () => {
  it('numbers its migrations without gaps', () => {
    const names = files.filter((file) => file.startsWith('db/migrations/')).map((file) => path.basename(file))
    expect(names.filter((name) => !/^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(name))).toEqual([])
    const numbers = names.toSorted().map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  })

  it('keeps functions, views, triggers and types in db/code; migrations contain tables and data', () => {
    const migrations = files.filter((file) => file.startsWith('db/migrations/'))
    const code =
      /^\s*(?:create\s+(?:or\s+replace\s+)?(?:function|procedure|aggregate|(?:constraint\s+)?trigger|(?:materialized\s+)?view|type)|do)\b/im
    expect(migrations).toContain('db/migrations/0001_baseline.sql')
    expect(migrations.filter((file) => code.test(readProjectFile(file)))).toEqual([])
  })

  it('pins every dependency to one version, and names no registry in the lock file', () => {
    const { dependencies, devDependencies, optionalDependencies } = packageJson
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
    expect(readProjectFile('package-lock.json')).not.toContain('"resolved"')
  })

  it('has no unused dependency', () => {
    const code = files
      .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file))
      .map(readProjectFile)
      .join('\n')
    const isImported = (name: string) =>
      [`'${name}'`, `'${name}/`, `"${name}/`].some((start) => code.includes(start))
    expect(Object.keys(packageJson.dependencies).filter((name) => !isImported(name))).toEqual([])
  })

  it('runs the same checks in CI as here, with pinned actions', () => {
    const workflow = readProjectFile('.github/workflows/ci.yml')
    const parts = [...workflow.matchAll(/npm test -- --only ([a-z0-9,]+)/g)].flatMap(([, names = '']) =>
      names.split(','),
    )
    // The database's tests also run as root.
    expect([...new Set(parts)].toSorted()).toEqual([
      'bench',
      'checks',
      'database',
      'deploy',
      'e2e',
      'failover',
      'long',
      'unit',
    ])
    const workflows = files.filter((file) => file.startsWith('.github/workflows/')).map(readProjectFile)
    const actions = [...workflows.join('\n').matchAll(/uses: (\S+)/g)].map(([, action = '']) => action)
    expect(actions.filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))).toEqual([])
  })

  it('runs on Node 24', () => {
    expect(process.versions.node).toMatch(/^24\./)
  })

  it('names no machine path and no package registry host', () => {
    const traces = /\/(?:wor[k]|roo[t])\/|\/(?:hom[e]|User[s])\/\w|registry\.npm[j]s|artifac[t]ory/
    const texts = files.filter((file) => !/\.(png|jpe?g|webp|avif|woff2?|ico|gz)$/.test(file))
    expect(texts.filter((file) => traces.test(readProjectFile(file)))).toEqual([])
  })

  it('cites only files that exist in its documents', () => {
    // Links of legal texts name pages.
    const documents = files.filter((file) => file.endsWith('.md') && !file.includes('/legal/'))
    const offenders = documents.flatMap((document) => {
      const text = readProjectFile(document)
      const quoted = [...text.matchAll(/`((?:src|test|docs|db|scripts|bench|\.ci)\/[^`\s]*)`/g)].map(
        ([, cited = '']) => cited,
      )
      const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) =>
        path.posix.join(path.posix.dirname(document), link),
      )
      return [...quoted, ...linked]
        .filter((cited) => !/[*<{…]|\.\.\./.test(cited))
        .filter(
          (cited) => !files.some((file) => file === cited || file.startsWith(`${cited.replace(/\/$/, '')}/`)),
        )
        .map((cited) => `${document}: ${cited}`)
    })
    expect(offenders).toEqual([])
  })
})
