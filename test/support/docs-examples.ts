import { readFile, writeFile } from 'node:fs/promises'

/** A block of code in Markdown: `` ```csv channels.csv `` has the language `csv` and the name `channels.csv`. */
export interface Block {
  readonly language: string
  readonly name: string
  readonly text: string
  /** The line of its first fence, from 1. */
  readonly line: number
}

/** What is run, and what it prints by the page; null where the page says nothing of it. */
export interface Step {
  readonly block: Block
  readonly output: Block | null
}

const OUTPUTS = new Set(['json', 'text'])

export function codeBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  for (const found of markdown.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)) {
    const [, language = '', name = '', text = ''] = found
    const line = markdown.slice(0, found.index).split('\n').length
    blocks.push({ language, name, text: text.replace(/\n$/, ''), line })
  }
  return blocks
}

/** The steps of a page in one language. An output belongs to the last block of each language before it. */
export function stepsOf(blocks: readonly Block[], language: string): readonly Step[] {
  const steps: Step[] = []
  let isOpen = false
  for (const block of blocks) {
    if (block.language === language && block.name === '') {
      steps.push({ block, output: null })
      isOpen = true
    } else if (OUTPUTS.has(block.language) && isOpen) {
      const last = steps.pop()
      if (last !== undefined) steps.push({ ...last, output: block })
      isOpen = false
    }
  }
  return steps
}

/** Writes what was printed into the page. */
export async function writeOutputs(
  file: string,
  steps: readonly Step[],
  outputs: readonly string[],
): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  for (const [place, { output }] of [...steps.entries()].toReversed()) {
    if (output === null) continue
    const printed = (outputs[place] ?? '').trim()
    const text = output.language === 'json' ? JSON.stringify(JSON.parse(printed), null, 2) : printed
    const length = lines.slice(output.line).indexOf('```')
    lines.splice(output.line, length, ...text.split('\n'))
  }
  await writeFile(file, lines.join('\n'))
}
