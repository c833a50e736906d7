import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripTypeScriptTypes } from 'node:module'

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

const IGNORED = new Set(['.git', 'node_modules', 'dist', '.data', 'test-results', 'playwright-report'])

/** All files of the repository, relative to its folder, with `/` between the parts. */
export function projectFiles(folder = ''): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (IGNORED.has(name) || entry.name === '.env' || /\.(log|tsbuildinfo)$/.test(name)) return []
    return entry.isDirectory() ? projectFiles(name) : [name]
  })
}

export function readProjectFile(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

export interface Import {
  /** A project file, relative to its folder, or a package name. */
  readonly target: string
  /** Whether it vanishes at run time. */
  readonly isTypeOnly: boolean
}

const IMPORT = /(?:^|[;\n])\s*(import|export)\s+(type\s+)?([\w*{}\s,$]*?)\s*(?:from\s+)?['"]([^'"\n]+)['"]/g
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g

/** What a TypeScript file imports, with relative and `#` specifiers resolved to project files. */
export function importsOf(file: string, text = readProjectFile(file)): Import[] {
  const statements = [...text.matchAll(IMPORT)].map(([, , type, names = '', specifier = '']) => ({
    target: resolve(file, specifier),
    isTypeOnly:
      type !== undefined ||
      (names.startsWith('{') && namesOf(names).every((name) => name.startsWith('type '))),
  }))
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => ({
    target: resolve(file, specifier),
    isTypeOnly: false,
  }))
  return [...statements, ...dynamic]
}

function namesOf(names: string): string[] {
  return names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) {
    const [alias = '', ...rest] = specifier.slice(1).split('/')
    return [alias === 'test' ? 'test' : `src/${alias}`, ...rest].join('/')
  }
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return specifier
}

/** A TypeScript file's code without comments and types, i.e. what runs. */
export function codeOf(file: string): string {
  const text = readProjectFile(file)
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}
