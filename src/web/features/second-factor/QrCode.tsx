import { useEffect, useState } from 'react'
import styles from './SecondFactorDialog.module.css'

interface Drawn {
  readonly size: number
  readonly path: string
}

/** A text as a QR code, drawn on this device. The library loads when it is shown. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isOver = false
    const draw = async () => {
      const { encode } = await import('uqr')
      const { size, data } = encode(text, { ecc: 'M', border: 4 })
      const path = data
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('')
      if (!isOver) setDrawn({ size, path })
    }
    // Without it the secret can be typed.
    draw().catch(() => {})
    return () => {
      isOver = true
    }
  }, [text])
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      shapeRendering="crispEdges"
    >
      <path d={drawn?.path ?? ''} fill="currentColor" />
    </svg>
  )
}
