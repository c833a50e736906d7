import { GAP, type Shape, TORN, UNPLUGGED } from './Drawing.tsx'

/** Drawn for this product on a grid of 160, stroke 2.5: a card index and the things on its desk. */
export const DRAWINGS = {
  /** An open drawer without cards; only a divider is left. */
  drawer: {
    shade: 'M34 84 46 61h68l12 23z',
    ink: 'M24 84 40 54h80l16 30M34 84l12-23h68l12 23M24 84h112v46a3 3 0 0 1-3 3H27a3 3 0 0 1-3-3zM62 94h36v14H62zM70 117v2a5 5 0 0 0 5 5h10a5 5 0 0 0 5-5v-2',
    accent: 'M54 54V41a3 3 0 0 1 3-3h20a3 3 0 0 1 3 3v13',
  },
  /** A box full of cards, one of them pulled up. */
  box: {
    shade: 'M54 38h52v52H54z',
    ink: 'M24 92h112v38a3 3 0 0 1-3 3H27a3 3 0 0 1-3-3zM62 103h36v14H62zM30 92v-9h24M106 83h24v9M36 83v-9h18M106 74h18v9M42 74v-9h12M106 65h12v9M54 92V38h52v54M64 62h32M64 74h22',
    accent: 'M64 38v-9a3 3 0 0 1 3-3h16a3 3 0 0 1 3 3v9M64 50h18',
  },
  /** A glass over a card on which nothing stands. */
  nothing: {
    shade: 'M98 66a27 27 0 1 0 0 54 27 27 0 0 0 0-54Z',
    ink: 'M72 116H27a3 3 0 0 1-3-3V46M54 46h59a3 3 0 0 1 3 3v12M98 66a27 27 0 1 0 0 54 27 27 0 0 0 0-54ZM118 113l20 20M122 108l21 21a4 4 0 0 1-9 9l-21-21M81 91a17 17 0 0 1 9-13',
    accent: 'M24 48V35a3 3 0 0 1 3-3h24a3 3 0 0 1 3 3v11',
    absent: 'M38 64h36M38 80h26M38 96h26',
  },
  /** A card before anything is written on it. */
  blank: {
    shade: 'M24 58h112v72H24z',
    ink: 'M62 58h71a3 3 0 0 1 3 3v66a3 3 0 0 1-3 3H27a3 3 0 0 1-3-3V58M104 118l3-13 29-47 11 7-29 47-10 8zM107 105l11 7M131 66l11 7',
    accent: 'M24 60V47a3 3 0 0 1 3-3h32a3 3 0 0 1 3 3v11',
    absent: 'M40 76h64M40 92h54M40 108h44',
  },
  unplugged: UNPLUGGED,
  torn: TORN,
  /** A key on its label. */
  key: {
    shade: 'M93 32h38a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H93L78 52z',
    ink: 'M93 32h38a3 3 0 0 1 3 3v34a3 3 0 0 1-3 3H93L78 52zM105 46h18M105 58h12M46 58a20 20 0 1 0 0 40 20 20 0 0 0 0-40ZM46 71a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM62 90l48 42a5 5 0 0 0 8-7L69 81M92 116l10-11M103 125l9-10',
    accent: 'M92 52a3 3 0 1 0-6 0 3 3 0 0 0 6 0ZM86 51c-14-12-34-8-38 7',
  },
  /** An hourglass that runs. */
  hourglass: {
    shade: 'M61 58h38c-4 8-13 13-17 20h-4c-4-7-13-12-17-20ZM58 128c1-12 12-18 22-18s21 6 22 18z',
    ink: 'M46 31h68M46 131h68M54 31v16c0 16 21 22 21 34s-21 18-21 34v16M106 31v16c0 16-21 22-21 34s21 18 21 34v16M61 58h38M58 128c1-12 12-18 22-18s21 6 22 18',
    accent: 'M80 78v6M80 90v4M80 100v3',
  },
  /** A chart with its first point, and the way that it may take. */
  chart: {
    shade: 'M30 30h106v102H30z',
    ink: 'M30 30v102h106M30 106h-5M30 80h-5M30 54h-5M56 132v5M82 132v5M108 132v5',
    accent: 'M53 106a5 5 0 1 0-10 0 5 5 0 0 0 10 0Z',
    absent: 'M58 103c18-5 20-27 36-34s22-6 34-27',
  },
  gap: GAP,
  /** A rosette without a name. */
  rosette: {
    shade: 'M80 30a36 36 0 1 0 0 72 36 36 0 0 0 0-72Z',
    ink: 'M80 30a36 36 0 1 0 0 72 36 36 0 0 0 0-72ZM62 97l-9 39 27-15 27 15-9-39M68 66h24',
    accent: 'M80 42a24 24 0 1 0 0 48 24 24 0 0 0 0-48Z',
  },
} as const satisfies Readonly<Record<string, Shape>>

export type DrawingName = keyof typeof DRAWINGS
