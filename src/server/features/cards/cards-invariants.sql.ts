import { sql } from 'kysely'
import { CARDS_MAX, LISTS_MAX, TAGS_MAX } from '#shared/rules/cards.ts'
import type { Invariant } from '#server/db/invariant.ts'

const IS_BOUGHT = sql`exists (
  select from reveal join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
  where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id)`

/** What must always hold for cards and lists. */
export const cardsInvariants: readonly Invariant[] = [
  {
    name: 'purchase-has-card',
    sentence: 'Every purchase has a card.',
    offences: sql`
      select format('purchase %s of holder %s', transaction_id, purchase.holder_id) as offence
      from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
      where not exists (
        select from card where card.holder_id = reveal.holder_id and card.channel_id = reveal.channel_id)`,
  },
  {
    name: 'card-has-reason',
    sentence: 'Every card is of a purchase, in a list, or was changed.',
    offences: sql`
      select format('card of holder %s, channel %s', holder_id, channel_id) as offence
      from card where version = 1 and not ${IS_BOUGHT} and not exists (
        select from list_card
        where list_card.holder_id = card.holder_id and list_card.channel_id = card.channel_id)`,
  },
  {
    // What is bought gets a card however many there are.
    name: 'cards-within-limits',
    sentence: 'No holder has too many lists, tags, or cards of what was not bought.',
    offences: sql`
      select format('lists of holder %s', holder_id) as offence
      from list group by holder_id having count(*) > ${LISTS_MAX}
      union all
      select format('tags of holder %s', holder_id)
      from card cross join unnest(tags) tag group by holder_id having count(distinct tag) > ${TAGS_MAX}
      union all
      select format('cards of holder %s', holder_id)
      from card where not exists (
        select from reveal where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id)
      group by holder_id having count(*) > ${CARDS_MAX}`,
  },
]
