import { useState } from 'react'
import { IconButton } from '#web/kit/components/IconButton.tsx'
import { useIsStill } from '#web/kit/components/use-is-still.ts'
import { useTypewriter } from '#web/kit/components/use-typewriter.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useStartTexts } from '../../kit/texts/texts.tsx'
import { ChannelLogo } from './ChannelLogo.tsx'
import styles from './Headline.module.css'

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
