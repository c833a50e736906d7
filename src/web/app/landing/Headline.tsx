import { useState } from 'react'
import { IconButton } from '#web/kit/components/Button.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useIsStill } from '#web/kit/components/motion.ts'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './Headline.module.css'
import { useTypewriter } from './use-typewriter.ts'

/** How long each word shows, in ms. */
const TURN_MS = 3000

/**
 * The headline, whose first word cycles through the kinds of channels. The animation can be stopped, and does not start
 * when the person prefers reduced motion; screen readers get one sentence that does not change.
 */
export function Headline() {
  const { landing } = useStartTexts()
  const isStill = useIsStill()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isRunning = chosen ?? !isStill
  const { place, text } = useTypewriter(landing.words, { turn: TURN_MS, isRunning, isStill })
  return (
    <div className={styles.headline}>
      <h1>
        <VisuallyHidden>{landing.headline}</VisuallyHidden>
        <span aria-hidden="true">
          <span className={styles.wordLine}>
            <ChannelLogo place={place} />
            <span className={styles.word} data-word={landing.words[place]}>
              {text}
            </span>
          </span>
          <span className={styles.rest}>{landing.headlineRest}</span>
        </span>
      </h1>
      <span className={styles.stop}>
        <IconButton
          icon={isRunning ? 'pause' : 'play'}
          label={isRunning ? landing.pause : landing.play}
          onClick={() => setChosen(!isRunning)}
        />
      </span>
    </div>
  )
}

/** Pictures of fictitious channels, one per word of the headline, on a grid of 40. */
const PICTURES = [
  'M13 27v-6a7 7 0 0 1 14 0v6M20 14v-2M10 27h20',
  'M20 9l3 8h8l-6.500 5 2.500 8-7-5-7 5 2.500-8L9 17h8z',
  'M15 12l13 8-13 8z',
  'M20 10a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM20 16a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  'M11 20l6 7 12-14',
  'M9 24c4-12 7 6 11-4s7 6 11-5M12 30h16',
] as const

/** The logo beside the headline's word; decoration only. */
function ChannelLogo({ place }: { readonly place: number }) {
  return (
    <svg key={place} className={styles.logo} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <circle className={place % 2 === 0 ? styles.accent : styles.ink} cx="20" cy="20" r="19.500" />
      <path d={PICTURES[place % PICTURES.length]} />
    </svg>
  )
}
