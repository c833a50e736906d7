import type { ComponentType } from 'react'
import { PAGE_NAMES, type PageName } from '#shared/pages.ts'
import { type PageCode, pageCode } from '#web/kit/links/page-code.ts'

const FILES = import.meta.glob<Readonly<Record<string, ComponentType>>>(
  '/src/web/{app,features}/**/*Page.tsx',
)

/** The code of every page: the component `NamePage` of the file `NamePage.tsx`, whatever the name's case. */
export const PAGE_CODE = Object.fromEntries(
  [...PAGE_NAMES, 'notFound'].map((name) => [name, findCode(name)]),
) as Readonly<Record<PageName | 'notFound', PageCode>>

/** @throws when a page has no file; the build fails then, because it renders every page */
function findCode(page: string): PageCode {
  for (const [file, load] of Object.entries(FILES)) {
    const component = file.slice(file.lastIndexOf('/') + 1, -'.tsx'.length)
    if (component.toLowerCase() !== `${page.toLowerCase()}page`) continue
    return pageCode(file.slice(1), async () => (await load())[component]!)
  }
  throw new Error(`The page ${page} has no file`)
}
