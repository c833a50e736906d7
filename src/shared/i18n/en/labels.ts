import type { Audience } from '../../rules/audiences.ts'
import type { ContentType } from '../../rules/content-types.ts'
import type { RangeLabel } from '../../rules/subscriber-ranges.ts'

/** The search's labels that the start page uses too. */
export const labels = {
  inputLabel: 'Channel name or handle',
  placeholder: 'Channel name',
  contentTypes: {
    Gaming: 'Gaming',
    Beauty: 'Beauty',
    'Tech Reviews': 'Tech Reviews',
    Fashion: 'Fashion',
    Entertainment: 'Entertainment',
    Comedy: 'Comedy',
    Education: 'Education',
    Fitness: 'Fitness',
    Vlogs: 'Vlogs',
    Music: 'Music',
    Health: 'Health',
    Travel: 'Travel',
    Animation: 'Animation',
    News: 'News',
    Politics: 'Politics',
  } satisfies Record<ContentType, string>,
  audiences: {
    Kids: 'Kids',
    Teenagers: 'Teenagers',
    Youth: 'Youth',
    Adults: 'Adults',
    OlderGen: 'OlderGen',
  } satisfies Record<Audience, string>,
  ranges: {
    '0-1K': '0-1K',
    '1-10K': '1-10K',
    '10-100K': '10-100K',
    '100-500K': '100-500K',
    '500K-1M': '500K-1M',
    '1-5M': '1-5M',
    '5-10M': '5-10M',
    '10-20M': '10-20M',
    '20M+': '20M+',
  } satisfies Record<RangeLabel, string>,
} as const
