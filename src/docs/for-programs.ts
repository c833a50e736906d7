import { docs } from '#shared/i18n/server-texts.ts'
import { markdownAddress } from './frame-page.ts'
import type { ListedSection } from './read-pages.ts'

const { en } = docs

/** `llms.txt`: what there is to read, as Markdown, for programs that read before they write. */
export function briefForPrograms(contents: readonly ListedSection[]): string {
  const sections = contents.map(({ name, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${markdownAddress(page)})`)
    if (name === 'api')
      lines.push('- [OpenAPI 3.1](/api/openapi.json): every call, with schemas, limits and refusals')
    return `## ${en.sections[name]}\n\n${lines.join('\n')}\n`
  })
  return `# Channelbook\n\n> The address book of video creators, for people who buy advertising from them: search, contacts for one use each, an API for all of it.\n\nAll pages in one file: [llms-full.txt](/docs/llms-full.txt)\n\n${sections.join('\n')}`
}

/** `llms-full.txt`: the same pages in one file, each after its address. */
export function wholeForPrograms(contents: readonly ListedSection[]): string {
  return contents
    .flatMap(({ pages }) => pages)
    .map((page) => `<!-- ${page.address} -->\n\n${page.markdown.trim()}\n`)
    .join('\n')
}
