import styles from './ChannelLogo.module.css'

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
export function ChannelLogo({ place }: { readonly place: number }) {
  return (
    <svg key={place} className={styles.logo} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      <circle className={place % 2 === 0 ? styles.accent : styles.ink} cx="20" cy="20" r="19.500" />
      <path d={PICTURES[place % PICTURES.length]} />
    </svg>
  )
}
