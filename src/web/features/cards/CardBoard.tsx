// oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the button and the choice in each do the same.
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { formatPrice } from '#shared/i18n/formats.ts'
import { type Stage, STAGES } from '#shared/rules/cards.ts'
import { StagePill } from '#web/features/reveals/StagePill.tsx'
import { ChannelFace } from '#web/kit/channel/ChannelFace.tsx'
import { useMay } from '#web/kit/api/rights.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { classNames } from '#web/kit/components/class-names.ts'
import { Note, Words } from '#web/kit/components/layout.tsx'
import { Select } from '#web/kit/components/forms.tsx'
import { useMedia } from '#web/kit/components/motion.ts'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import styles from './CardBoard.module.css'
import { NextStep } from './CardParts.tsx'
import type { CardRecord } from './card-records.ts'
import { byStage } from './filter-cards.ts'
import type { CardChanges } from './use-card-changes.tsx'

interface CardBoardProps extends Pick<CardChanges, 'change'> {
  readonly cards: readonly CardRecord[]
  readonly onOpen: (card: CardRecord) => void
}

/** How many of a column are drawn, and how many more each time. */
const STEP = 50

/** Cards in a column for each stage, moved by pointer or keyboard; on a phone, one stage at a time. */
export function CardBoard({ cards, change, onOpen }: CardBoardProps) {
  const { cards: texts, purchases } = useTexts()
  const { language } = useLanguage()
  const mayChange = useMay('purchases:write')
  const columns = byStage(cards)
  const isNarrow = useMedia('(max-width: 760px)')
  const [chosen, choose] = useState<Stage>(
    () => STAGES.find((stage) => columns.get(stage)?.length) ?? 'found',
  )
  const [target, setTarget] = useState<Stage | null>(null)
  const board = useRef<HTMLDivElement>(null)
  /** Where the keyboard has moved a card: it is drawn anew in that column. */
  const moved = useRef<Pick<CardRecord, 'channelId' | 'stage'> | null>(null)
  const hintId = useId()
  const focus = (card: Element | null | undefined) => card?.querySelector('button')?.focus()
  useEffect(() => {
    if (moved.current === null) return
    const { channelId, stage } = moved.current
    if (cards.find((card) => card.channelId === channelId)?.stage !== stage) return
    focus(board.current?.querySelector(`[data-channel="${CSS.escape(channelId)}"]`))
    moved.current = null
  })
  const move = (card: CardRecord, stage: Stage | undefined) => {
    if (mayChange && stage !== undefined && stage !== card.stage) change(card, { stage })
  }
  const walk = (event: KeyboardEvent<HTMLElement>, card: CardRecord) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const own = event.currentTarget
    if (event.target instanceof HTMLSelectElement) return
    if (step !== undefined && event.shiftKey) {
      const stage = STAGES[STAGES.indexOf(card.stage) + step]
      moved.current = stage === undefined || !mayChange ? null : { channelId: card.channelId, stage }
      move(card, stage)
    } else if (event.key === 'ArrowDown') focus(own.nextElementSibling)
    else if (event.key === 'ArrowUp') focus(own.previousElementSibling)
    else if (step !== undefined) {
      const filled = [...(board.current?.querySelectorAll('ul') ?? [])]
      const place = filled.findIndex((column) => column.contains(own))
      focus(filled[place + step]?.firstElementChild)
    } else return
    event.preventDefault()
  }
  return (
    <>
      {isNarrow && (
        <Select
          label={texts.fields.stage}
          value={chosen}
          options={STAGES.map((stage) => ({
            value: stage,
            text: `${purchases.statuses[stage]} (${formatNumber(columns.get(stage)?.length ?? 0, language)})`,
          }))}
          onChange={choose}
        />
      )}
      {!isNarrow && <Note id={hintId}>{mayChange ? texts.boardHint : texts.boardHintReading}</Note>}
      <div ref={board} className={styles.board}>
        {STAGES.filter((stage) => !isNarrow || stage === chosen).map((stage) => (
          <BoardColumn
            key={stage}
            stage={stage}
            cards={columns.get(stage) ?? []}
            isTarget={stage === target}
            onTarget={setTarget}
            onDrop={(channelId) => {
              const card = cards.find((one) => one.channelId === channelId)
              if (card !== undefined) move(card, stage)
            }}
          >
            {(card) => (
              <li
                key={card.channelId}
                className={styles.card}
                data-channel={card.channelId}
                draggable={!isNarrow && mayChange}
                onDragStart={({ dataTransfer }) => {
                  dataTransfer.setData(DRAGGED, card.channelId)
                  dataTransfer.effectAllowed = 'move'
                }}
                onDragEnd={() => setTarget(null)}
                onKeyDown={(event) => walk(event, card)}
              >
                <ChannelFace
                  channel={card}
                  name={
                    <button
                      type="button"
                      aria-describedby={isNarrow ? undefined : hintId}
                      title={texts.open(card.channel_name)}
                      onClick={() => onOpen(card)}
                    >
                      {card.channel_name}
                    </button>
                  }
                />
                <p className={styles.facts}>
                  <NextStep card={card} />
                  {card.price !== null && (
                    <span>{formatPrice(card.price.amount, language, card.price.currency)}</span>
                  )}
                  {card.owner !== null && <Words>{card.owner.username}</Words>}
                </p>
                <StagePill
                  stage={card.stage}
                  label={purchases.statusOf(card.channel_name)}
                  onChange={(next) => move(card, next)}
                />
              </li>
            )}
          </BoardColumn>
        ))}
      </div>
    </>
  )
}

const DRAGGED = 'application/x-channel'

interface BoardColumnProps {
  readonly stage: Stage
  readonly cards: readonly CardRecord[]
  /** A card is held over it. */
  readonly isTarget: boolean
  readonly onTarget: (stage: Stage | null) => void
  readonly onDrop: (channelId: string) => void
  readonly children: (card: CardRecord) => ReactElement
}

function BoardColumn({ stage, cards, isTarget, onTarget, onDrop, children }: BoardColumnProps) {
  const { cards: texts, purchases } = useTexts()
  const { language } = useLanguage()
  const [count, setCount] = useState(STEP)
  const titleId = useId()
  return (
    <section
      className={classNames(styles.column, cards.length === 0 && styles.empty, isTarget && styles.target)}
      aria-labelledby={titleId}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        if (!isTarget) onTarget(stage)
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop(event.dataTransfer.getData(DRAGGED))
      }}
    >
      <h2 id={titleId} className={styles.title}>
        <span>{purchases.statuses[stage]}</span>
        <span>{` ${formatNumber(cards.length, language)}`}</span>
      </h2>
      <ul>{cards.slice(0, count).map(children)}</ul>
      {cards.length > count && (
        <Button size="small" onClick={() => setCount(count + STEP)}>
          {texts.showMore}
        </Button>
      )}
    </section>
  )
}
