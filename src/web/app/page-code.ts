import type { ComponentType } from 'react'
import { PAGE_NAMES, PAGES, type PageName } from '#shared/pages.ts'
import { type PageCode, pageCode } from '#web/kit/links/page-code.ts'

const FILES = import.meta.glob<Readonly<Record<string, ComponentType>>>(
  '/src/web/{app,features}/**/*{Page,-pages}.tsx',
)

/** The code of every page: the component `NamePage` of the page's file, whatever the name's case. */
export const PAGE_CODE = Object.fromEntries([
  ...PAGE_NAMES.map((name) => [name, findCode(name, PAGES[name].file)]),
  ['notFound', findCode('notFound', 'status-pages')],
]) as Readonly<Record<PageName | 'notFound', PageCode>>

/** @throws when a page has no file; the build fails then, because it renders every page */
function findCode(page: string, name = `${page}Page`): PageCode {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  for (const [file, load] of Object.entries(FILES)) {
    if (!isSame(file.slice(file.lastIndexOf('/') + 1), `${name}.tsx`)) continue
    return pageCode(file.slice(1), async () => {
      const found = Object.entries(await load()).find(([component]) => isSame(component, `${page}Page`))
      return found![1]
    })
  }
  throw new Error(`The page ${page} has no file`)
}
