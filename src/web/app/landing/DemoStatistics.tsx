import { drawnCharts } from 'virtual:drawn-charts'
import { Card } from '#web/kit/components/Card.tsx'
import { formatCompact } from '#web/kit/formats/format.ts'
import { PageLink } from '../../kit/links/PageLink.tsx'
import { useLanguage, useStartTexts } from '../../kit/texts/texts.tsx'
import { DemoChartView } from './DemoChartView.tsx'
import styles from './DemoStatistics.module.css'

/** Shows what following a video looks like, with the figures of a fictitious video. */
export function DemoStatistics() {
  const { landing } = useStartTexts()
  return (
    <section className={styles.block} aria-labelledby="demo-statistics">
      <div className={styles.words}>
        <h2 id="demo-statistics">{landing.demoTitle}</h2>
        <p>{landing.demoText}</p>
        <p>
          <PageLink page="promotion">{landing.toStatistics}</PageLink>
        </p>
      </div>
      <Card
        tab={landing.demoTab}
        aria-label={landing.demoVideo}
        heading={<h3 className={styles.video}>{landing.demoVideo}</h3>}
      >
        <div className={styles.charts}>
          {(['views', 'likes'] as const).map((figure) => (
            <Figure key={figure} figure={figure} />
          ))}
        </div>
        <p className={styles.note}>{landing.demoNote}</p>
      </Card>
    </section>
  )
}

function Figure({ figure }: { readonly figure: keyof typeof drawnCharts }) {
  const { landing } = useStartTexts()
  const { language } = useLanguage()
  const chart = drawnCharts[figure]
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.total}>{formatCompact(chart.last, language)}</span>
        {landing[figure]}
      </figcaption>
      <DemoChartView chart={chart} name={landing[figure]} />
    </figure>
  )
}
