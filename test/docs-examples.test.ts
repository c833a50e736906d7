import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemoCatalogue } from '#local/demo/load-generated.ts'
import { type Block, codeBlocks, stepsOf, writeOutputs } from '#test/support/docs-examples.ts'
import { projectFiles, readProjectFile, ROOT } from '#test/support/project-files.ts'
import { findProgram } from '#test/support/programs.ts'
import { signUp } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'

const run = promisify(execFile)
const PAGES = projectFiles('docs')
  .filter((file) => /^docs\/(api|recipes)\/.+\.md$/.test(file))
  .map((page) => {
    const blocks = codeBlocks(readProjectFile(page))
    const languages = ['sh', 'js'].filter((language) => blocks.some((block) => block.language === language))
    return { page, blocks, languages }
  })
/** The addresses of the pages: those that `npm start` prints. */
const PRODUCT = 'http://127.0.0.1:3000'
const STAND_INS = 'http://127.0.0.1:4000'
/** Between the outputs of a page's steps. */
const MARK = '=== the next step ==='
/** `UPDATE_EXAMPLES=1` writes into the pages what the shell's examples, or else those in JavaScript, print. */
const isUpdate = process.env['UPDATE_EXAMPLES'] === '1'

/** The product as a reader meets it: with the demo catalogue, and nothing bought. */
let world: TestApp
beforeAll(async () => {
  await findProgram('curl')
  world = await createTestApp({
    clock: new TestClock('2026-11-26T09:00:00.000Z'),
    env: { RATE_LIMITS: 'off', PUBLIC_URL: PRODUCT },
  })
  await seedDemoCatalogue(world.app)
}, 300_000)
afterAll(() => world[Symbol.asyncDispose]())

describe.each(PAGES.filter(({ languages }) => languages.length > 0))(
  '$page',
  ({ page, blocks, languages }) => {
    it.each(languages)('its examples in %s answer what it says', async (language) => {
      const steps = stepsOf(blocks, language)
      const outputs = await runSteps(language, blocks, steps)
      if (isUpdate && (language === 'sh' || languages.length === 1)) {
        await writeOutputs(path.join(ROOT, page), steps, outputs)
        return
      }
      for (const [place, { output }] of steps.entries()) {
        if (output === null) continue
        expect(normalised(outputs[place] ?? '', output), `line ${output.line}`).toEqual(
          normalised(output.text, output),
        )
      }
    })
  },
)

it('there are recipes enough, and every page of the API has examples in both languages', () => {
  const tried = PAGES.filter(({ languages }) => languages.length > 0)
  expect(tried.filter(({ page }) => page.startsWith('docs/recipes/')).length).toBeGreaterThan(5)
  const api = PAGES.filter(({ page }) => page.startsWith('docs/api/'))
  expect(api.filter(({ languages }) => languages.length < 2).map(({ page }) => page)).toEqual([])
})

async function runSteps(
  language: string,
  blocks: readonly Block[],
  steps: readonly { readonly block: Block }[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-docs-'))
  try {
    // Each language has people of its own, so that all of them have bought nothing.
    const here = (text: string) =>
      text
        .replaceAll(PRODUCT, world.baseUrl)
        .replaceAll(STAND_INS, world.localUrl)
        .replaceAll('@buyer.example', `@${language}.buyer.example`)
        .replaceAll('npm run cli --', `"${process.execPath}" "${ROOT}/src/cli/main.ts"`)
    const there = (text: string) =>
      text
        .replaceAll(world.baseUrl, PRODUCT)
        .replaceAll(world.localUrl, STAND_INS)
        .replaceAll(`@${language}.buyer.example`, '@buyer.example')
    const person = /[a-z]+@buyer\.example/.exec(blocks.map(({ text }) => text).join('\n'))?.[0]
    if (person !== undefined) await signUp(world, world.client(), here(person))
    const client = codeBlocks(readProjectFile('docs/api.md')).find(({ name }) => name === 'call.mjs')
    const named = [...blocks, ...(client === undefined ? [] : [client])].filter(({ name }) => name !== '')
    for (const { name, text } of named) await writeFile(path.join(folder, name), here(text))
    const texts = steps.map(({ block }) => here(block.text))
    const env = {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: folder,
      APP_SECRET: world.app.secret.toString('utf8'),
    }
    const out = language === 'sh' ? await runShell(folder, env, texts) : await runScript(folder, env, texts)
    return there(out).split(`${MARK}\n`).slice(0, -1)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runShell(folder: string, env: NodeJS.ProcessEnv, texts: readonly string[]): Promise<string> {
  const file = path.join(folder, 'steps.sh')
  // What curl prints ends with no line break.
  await writeFile(file, `set -eu\n${texts.map((text) => `${text}\necho; echo '${MARK}'`).join('\n')}\n`)
  return (await run('sh', [file], { cwd: folder, env })).stdout
}

async function runScript(folder: string, env: NodeJS.ProcessEnv, texts: readonly string[]): Promise<string> {
  const file = path.join(folder, 'steps.mjs')
  const print = `console.log = (...values) => process.stdout.write(values.map((value) => typeof value === 'string' ? value : JSON.stringify(value)).join(' ') + '\\n')`
  await writeFile(file, [print, ...texts.map((text) => `${text}\nconsole.log('${MARK}')`)].join('\n'))
  return (await run(process.execPath, [file], { cwd: folder, env })).stdout
}

/**
 * An output without what differs from one run to the next: ids that are given out, tokens, times, how many have
 * bought, receipts, which come when they come.
 */
function normalised(text: string, { language }: Block): unknown {
  if (language !== 'json') return withoutTimes(text.trim())
  return JSON.parse(text, (key, value: unknown) => {
    if (/^(?:transaction_id|user_id|id|csrfToken|nextCursor|confirmationURL|receipt|revealed)$/.test(key))
      return value === null ? null : `a ${typeof value}`
    return typeof value === 'string' ? withoutTimes(value) : value
  })
}

function withoutTimes(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'a time')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
}
