import type { Audience } from '../../rules/audiences.ts'
import type { ContentType } from '../../rules/content-types.ts'

/** The words of the search that the start page uses too. */
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
} as const
