import { useState } from 'react'
import { IconButton } from '#web/kit/components/Button.tsx'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useIsStill } from '#web/kit/components/motion.ts'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import styles from './LandingPage.module.css'
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

/** A picture of each word of the headline, in its order, on a grid of 40. */
const PICTURES = [
  // a face one knows
  'M14 16v2M26 16v2M12.5 23.5c2.5 5 12.5 5 15 0',
  // a bust in its niche
  'M11 30V19a9 9 0 0 1 18 0v11M8.5 30h23M20 16.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM15.5 30c0-4 1.5-6 4.5-6s4.5 2 4.5 6',
  // ticked
  'M11.5 21l6 6 11.5-13.5',
  // a target
  'M20 9.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21ZM20 15a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM20 20v.01',
  // a shield
  'M20 9l9.5 3.3v6.7c0 5.7-3.7 9.7-9.5 12-5.800-2.3-9.5-6.3-9.5-12v-6.7ZM15.5 19.800l3.5 3.5 5.5-6.3',
  // a fingerprint
  'M12.5 27c1.3-2.3 2-4.7 2-7.5a5.5 5.5 0 0 1 11 0c0 4-.7 7.3-2.200 10.5M20 19.5c0 4.5-1 8.200-2.800 11M10.5 20.5a9.600 9.600 0 0 1 16.5-7.5M29.5 18c.3 3 0 6-.8 8.7',
] as const

/** The logo beside the headline's word; decoration only. */
function ChannelLogo({ place }: { readonly place: number }) {
  return (
    <svg key={place} className={styles.logo} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <circle className={place % 2 === 0 ? styles.accent : styles.ink} cx="20" cy="20" r="19.5" />
      <path d={PICTURES[place % PICTURES.length]} />
    </svg>
  )
}
