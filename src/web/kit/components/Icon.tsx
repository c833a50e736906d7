import styles from './Icon.module.css'

/** Drawn for this product on a grid of 20, stroke 1.5. */
const SHAPES = {
  search: 'M9 15.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM13.8 13.8 17.5 17.5',
  filters: 'M2.5 5.5h15M5.5 10h9M8 14.5h4',
  cross: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.5 4 4 8-9',
  copy: 'M7.5 7.5h9v9h-9zM12.5 4.5v-1h-9v9h1',
  save: 'M10 3v10M5.5 9 10 13.500 14.500 9M3.5 16.500h13',
  mail: 'M2.5 4.500h15v11h-15zM2.5 5.500l7.5 6 7.5-6',
  mailOff:
    'M6.500 4.500h11v9M14.500 15.500h-12v-11M2.500 5.500l5.200 4.200M17.500 5.500l-4.800 3.900M3 2.500l14 15',
  external: 'M8 4.5H4.5v11h11V12M11.5 3.5h5v5M16.5 3.5l-8 8',
  person: 'M10 9.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.6-3 3.2-4.6 6.5-4.6s5.9 1.6 6.5 4.6',
  list: 'M7.500 5h10M7.500 10h10M7.500 15h10M3 5h.2M3 10h.2M3 15h.2',
  menu: 'M3 6h14M3 10h14M3 14h14',
  more: 'M4 10.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.200ZM10 10.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.200ZM16 10.6a.6.6 0 1 0 0-1.2.6.6 0 0 0 0 1.200Z',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM10 2.500v1.500M10 16v1.500M2.5 10H4M16 10h1.500M4.7 4.700l1 1M14.3 14.300l1 1M15.3 4.700l-1 1M5.7 14.300l-1 1',
  moon: 'M16.5 12.200A6.8 6.8 0 0 1 7.8 3.500a6.8 6.8 0 1 0 8.7 8.700Z',
  system: 'M3 4.500h14v9H3zM7.5 16.500h5M10 13.500v3',
  arrow: 'M4 10h12M11.5 5.5 16 10l-4.5 4.5',
  down: 'm5 7.5 5 5 5-5',
  upDown: 'm6 8 4-4 4 4M6 12l4 4 4-4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  shuffle:
    'M2.5 6H5c4.5 0 5 8 9.5 8h3M2.5 14H5c1.6 0 2.7-1 3.6-2.300M11 8.300C11.9 7 12.9 6 14.5 6h3M15 3.5 17.5 6 15 8.500M15 11.500l2.5 2.5-2.5 2.5',
  alike:
    'M7.500 14.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM12.500 14.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9Z',
  info: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9.200v4.300M10 6.300v.2',
  problem: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 6v4.800M10 13.700v.2',
  offline:
    'M3 3l14 14M2.5 8.200a11 11 0 0 1 3.2-2M9 5.300c3.2-.2 6.2.9 8.5 2.900M5.5 11.300a6.7 6.7 0 0 1 2.5-1.500M12.5 10.200c.7.3 1.4.7 2 1.200M10 15.500v.2',
  pause: 'M7 4.500v11M13 4.500v11',
  play: 'M6.5 4l9 6-9 6z',
  clock: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 5.500V10l3 2',
  bin: 'M3.5 5.500h13M8 5.500v-2h4v2M5 5.500l.8 11h8.400l.8-11M8.5 8.500v5M11.5 8.500v5',
  pencil: 'M3.5 16.500v-3l9.5-9.5 3 3-9.5 9.500zM11 6l3 3',
  back: 'M16 10H4M8.5 5.5 4 10l4.5 4.5',
  eyeOff: 'M2 10c1.7-3.3 4.6-5 8-5s6.3 1.7 8 5c-1.7 3.3-4.6 5-8 5s-6.3-1.7-8-5ZM3.5 3.5l13 13',
  eye: 'M2 10c1.7-3.3 4.6-5 8-5s6.3 1.7 8 5c-1.7 3.3-4.6 5-8 5s-6.3-1.7-8-5ZM10 12.300a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600Z',
} as const

export type IconName = keyof typeof SHAPES

interface IconProps {
  readonly name: IconName
  /** Side in em; 1.25 by default. */
  readonly size?: 'small' | 'normal' | 'large'
}

/** Decoration only: the control or text around it has the label. */
export function Icon({ name, size = 'normal' }: IconProps) {
  return (
    <svg
      className={`${styles.icon} ${styles[size]}`}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}

/** A spinner as high as a line; the control around it says what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
