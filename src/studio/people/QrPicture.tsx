import { encode } from 'uqr'
import styles from './QrPicture.module.css'

/** A text as a QR code, drawn as one path. Black upon white in every scheme: cameras expect it so. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={styles.picture}>
      <path d={path} />
    </svg>
  )
}
