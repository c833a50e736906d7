import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PreparedBody, prepareBody } from './prepared-body.ts'

/** A file of the built web, ready to be sent. */
export interface ServedFile {
  readonly body: PreparedBody
  readonly type: string
  readonly cacheControl: string
}

const FILE_CACHE = 'public, max-age=3600'
/** Names in `assets` contain a hash of the content. */
const ASSET_CACHE = 'public, max-age=31536000, immutable'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Reads every built file and its compressed copies (`.br`, `.gz`) once; the key is the path in its URL. */
export async function loadFiles(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))),
  )
  const load = async (name: string) => {
    const read = (file: string) => (names.has(file) ? readFile(path.join(folder, file)) : undefined)
    const [identity, br, gzip] = await Promise.all([read(name), read(`${name}.br`), read(`${name}.gz`)])
    const url = `/${name.split(path.sep).join('/')}`
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
    const cacheControl = url.startsWith('/assets/') ? ASSET_CACHE : FILE_CACHE
    return [url, { body: prepareBody({ identity, br, gzip }), type, cacheControl }] as const
  }
  return new Map(await Promise.all([...names].filter((name) => !/\.(?:br|gz)$/.test(name)).map(load)))
}
