import { beforeAll, describe, expect, it } from 'vitest'
import { jobs, metrics } from '#server/features.ts'
import { readProjectFile } from '#test/support/project-files.ts'
import { useTestApp } from '#test/support/test-app.ts'

const FOLDER = 'deploy/monitoring'
const RULES = ['alerts.yml', 'objectives.yml'].map((file) => readProjectFile(`${FOLDER}/${file}`))
const [MANUAL, RUNBOOK] = [readProjectFile('docs/monitoring.md'), readProjectFile('docs/alerts.md')]

/** What a real server shows: each metric with its type. */
let shown: ReadonlyMap<string, string>
const world = useTestApp()
beforeAll(async () => {
  await world.client().call('GET /config')
  const text = await (await fetch(`${world.localUrl}/metrics`)).text()
  shown = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
})

/** The names of series: of a histogram `_bucket`, `_sum` and `_count`. */
const seriesOf = () =>
  new Set([
    'up',
    'ALERTS',
    ...[...shown].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
    ...RULES.flatMap((text) => [...text.matchAll(/- record: (\S+)/g)].map(([, name = '']) => name)),
  ])

interface Expression {
  readonly from: string
  readonly text: string
}

/** The expressions of rules: on one line, or on the further indented lines after `|`. */
function expressionsOf(rules: string): string[] {
  return [...rules.matchAll(/^( +)expr: (?:\|\n((?:\1 .*\n)+)|(.+)\n)/gm)].map(
    ([, , block, line]) => block ?? line ?? '',
  )
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
const dashboard = JSON.parse(readProjectFile(`${FOLDER}/grafana/channelbook.json`)) as {
  readonly panels: readonly Panel[]
  readonly annotations: { readonly list: readonly { readonly expr: string }[] }
}

const expressions: readonly Expression[] = [
  ...RULES.flatMap(expressionsOf).map((text) => ({ from: 'a rule', text })),
  ...dashboard.annotations.list.map(({ expr }) => ({ from: 'an annotation', text: expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ from: title, text: expr })),
  ),
]

const WORDS = new Set(['by', 'on', 'and', 'or', 'unless', 'offset'])

/** The series that an expression names, without functions, labels and values. */
function namesIn(text: string): string[] {
  const bare = text
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\b(?:by|on) \([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]|offset \w+/g, ' ')
  return [...bare.matchAll(/[a-zA-Z_][\w:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name) && !new RegExp(String.raw`\b${name}\s*\(`).test(bare))
}

describe('every metric', () => {
  it('of rules and dashboard is one that a server shows', () => {
    expect(expressions.length).toBeGreaterThan(80)
    const series = seriesOf()
    const wrong = expressions.flatMap(({ from, text }) =>
      namesIn(text)
        .filter((name) => !series.has(name))
        .map((name) => `${from}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('of rules and dashboard has the labels that they name', () => {
    const known = new Map([
      ['http_request_duration_seconds', ['method', 'route', 'status']],
      ['http_forwarded_requests_total', ['addresses']],
      ...metrics.map((make) => {
        const metric = make(world.app) as unknown as { readonly name: string; readonly labelNames: string[] }
        return [metric.name, metric.labelNames] as const
      }),
    ])
    const everywhere = ['le', 'instance', 'objective', 'job', 'alertstate']
    const labelsOf = (name: string) =>
      known.get(name.replace(/_(?:bucket|count|sum)$/, '')) ?? known.get(name) ?? []
    const wrong = expressions.flatMap(({ from, text }) => {
      const selected = [...text.matchAll(/([a-zA-Z_][\w:]*)\{([^}]*)\}/g)].flatMap(
        ([, name = '', selector = '']) =>
          [...selector.matchAll(/(\w+)(?:=~|!=|!~|=)/g)].map(([, label = '']) => ({
            label,
            labels: labelsOf(name),
          })),
      )
      const kept = [...text.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) =>
        list.split(', ').map((label) => ({ label, labels: namesIn(text).flatMap(labelsOf) })),
      )
      return [...selected, ...kept]
        .filter(({ label, labels }) => ![...everywhere, ...labels].includes(label))
        .map(({ label }) => `${from}: no ${label}`)
    })
    expect(wrong).toEqual([])
  })

  it('that a server shows is in the manual, and no other', () => {
    const [, section = ''] = MANUAL.split('\n## Metrics\n')
    const [tables = ''] = section.split('\n## ')
    const told = [...tables.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => {
      // Labels stand behind `by`.
      const [names = ''] = cell.split(' by ')
      return [...names.matchAll(/`([a-z_*]+)`/g)].map(([, name = '']) => name)
    })
    const own = [...shown.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name))
    expect(told.filter((name) => !name.endsWith('*')).toSorted()).toEqual(own.toSorted())
  })

  it('has a name as Prometheus wants it: counts end with _total, times with _seconds', () => {
    for (const [name, type] of shown) {
      if (/^(?:process|nodejs)_/.test(name)) continue
      expect(name).toMatch(/^[a-z][a-z_]+$/)
      expect(name.endsWith('_total'), name).toBe(type === 'counter')
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
    }
  })
})

describe('alerts', () => {
  it('each name a heading of the page of alerts, which names the alert', () => {
    const headings = [...RUNBOOK.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    )
    const alerts = RULES.flatMap((text) => [
      ...text.matchAll(/- alert: (\w+)[^]*?severity: (\w+)[^]*?runbook: docs\/alerts\.md#(\S+)/g),
    ])
    expect(alerts).toHaveLength(RULES.join('').split('- alert:').length - 1)
    for (const [, name = '', severity, anchor] of alerts) {
      expect(headings, name).toContain(anchor)
      expect(['page', 'ticket']).toContain(severity)
      expect(RUNBOOK).toContain(`\`${name}\``)
    }
  })

  it('about emails know every queue that sends them', () => {
    const queues = jobs.filter((job) => 'sendsEmail' in job).map(({ name }) => name)
    expect(queues.length).toBeGreaterThan(1)
    const [alerts = ''] = RULES
    for (const [, named = ''] of alerts.matchAll(/queue=~"([^"]+)"/g))
      expect(named.split('|').toSorted()).toEqual(queues.toSorted())
  })
})

it('alerts about the cluster are each explained in its page, in both languages', () => {
  const names = [...readProjectFile('deploy/ha/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThan(4)
  for (const page of ['docs/high-availability.md', 'docs/ru/high-availability.md']) {
    const told = [...readProjectFile(page).matchAll(/^- \*\*(Cluster\w+)\*\*/gm)].map(([, name]) => name)
    expect(told, page).toEqual(names)
  }
})
