import { useState } from 'react'
import { say } from '../../app/studio-texts.ts'
import { useFormPlace } from '../form-place.ts'
import styles from './AssetControl.module.css'
import { AssetUpload } from './AssetUpload.tsx'
import type { ControlProps } from './control-props.ts'
import { PickControl } from './PickControl.tsx'

/** Pictures alone: fonts belong to the theme. */
const OFFERED = '.svg,.png,.jpg,.jpeg,.webp,.avif,.gif,.ico'

/** A picture of the brand: seen, chosen among those that are there, or uploaded. */
export function AssetControl(props: ControlProps) {
  const { value, label, isDisabled, onChange } = props
  const { brand } = useFormPlace()
  const path = typeof value === 'string' ? value : ''
  const [sequence, setSequence] = useState<number | null>(null)
  return (
    <div className={styles.asset}>
      {path !== '' && <Picture key={`${path} ${sequence}`} brand={brand} path={path} />}
      <div className={styles.choice}>
        <PickControl {...props} />
        {!isDisabled && (
          <AssetUpload
            label={label}
            current={path}
            accept={OFFERED}
            hint={say('field.asset_hint')}
            onTaken={(answer) => {
              setSequence(answer.sequence)
              onChange(answer.path)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The picture itself, upon the squares that show what is transparent; nothing when the draft does not have it. */
function Picture({ brand, path }: { readonly brand: string; readonly path: string }) {
  const [isShown, setIsShown] = useState(true)
  if (!isShown) return null
  const src = `/studio-api/asset/${brand}/${encodeURIComponent(path)}`
  return <img src={src} alt="" className={styles.picture} onError={() => setIsShown(false)} />
}
