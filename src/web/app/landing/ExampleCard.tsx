import { useState } from 'react'
import { classNames } from '#web/kit/components/class-names.ts'
import { Icon } from '#web/kit/components/Icon.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './ExampleCard.module.css'

/** Of a domain that is reserved for examples. */
const ADDRESS = 'hello@north-workshop.example'

/**
 * What the product does, with an invented channel whose contact is open. On a press it is shown how that came about: a name is
 * typed, its card comes, its contact is opened and stamped.
 */
export function ExampleCard() {
  const { landing } = useStartTexts()
  const { example } = landing
  const [plays, setPlays] = useState(0)
  return (
    <figure className={styles.figure} aria-label={example.name}>
      <Picture key={plays} isPlaying={plays > 0} />
      <button
        type="button"
        className={styles.replay}
        aria-label={example.replay}
        title={example.replay}
        onClick={() => setPlays(plays + 1)}
      >
        <Icon name="play" size="small" />
      </button>
    </figure>
  )
}

function Picture({ isPlaying }: { readonly isPlaying: boolean }) {
  const { landing } = useStartTexts()
  const { example } = landing
  return (
    <div className={classNames(styles.example, isPlaying && styles.playing)}>
      <div className={styles.top}>
        <p className={styles.tab}>{landing.demoTab}</p>
        <p className={styles.query} aria-hidden="true">
          <Icon name="search" size="small" />
          <span className={styles.typed}>{example.channel}</span>
        </p>
      </div>
      <div className={styles.sheet}>
        <div className={styles.channel}>
          <svg className={styles.logo} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
            <rect className={styles.ground} width="48" height="48" rx="3" />
            <path d="M9 37l11-19 7 11 5-7 8 15zM36.5 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z" />
          </svg>
          <p className={styles.name}>{example.channel}</p>
          <p className={styles.facts}>{example.facts}</p>
        </div>
        <div className={styles.slip}>
          <p className={styles.label}>{example.contact}</p>
          <p className={styles.address}>
            <span>{ADDRESS.slice(0, ADDRESS.indexOf('@') + 1)}</span>
            <wbr />
            <span>{ADDRESS.slice(ADDRESS.indexOf('@') + 1)}</span>
          </p>
          <p className={styles.label}>{example.source}</p>
          <p className={styles.stamp} aria-hidden="true">
            {example.stamp}
          </p>
          <p className={styles.cover} aria-hidden="true">
            <span className={styles.open}>{example.open}</span>
          </p>
        </div>
      </div>
    </div>
  )
}
