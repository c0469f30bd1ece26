import { type ChangeEvent, useId, useState } from 'react'
import type { StudioAssetAnswer } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { say } from '../../app/studio-texts.ts'
import { assetName, base64Of } from '../asset-name.ts'
import { useFormPlace } from '../form-place.ts'
import styles from './AssetControl.module.css'
import type { ControlProps } from './control-props.ts'
import { PickControl } from './PickControl.tsx'

/** What file boxes offer; the server judges by the bytes. */
const OFFERED = '.svg,.png,.jpg,.jpeg,.webp,.avif,.gif,.ico'

/** A picture of the brand: seen, chosen among those that are there, or uploaded. */
export function AssetControl(props: ControlProps) {
  const { value, label, isDisabled, onChange } = props
  const { brand, choices, putAsset } = useFormPlace()
  const id = useId()
  const path = typeof value === 'string' ? value : ''
  const [made, setMade] = useState<StudioAssetAnswer | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    setIsBusy(true)
    setFailure(null)
    try {
      const name = assetName(file.name, path, Object.keys(choices.asset ?? {}))
      const answer = await putAsset(name, await base64Of(file))
      setMade(answer)
      onChange(answer.path)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
      // The same file may be chosen again after it was mended.
      target.value = ''
    }
  }
  return (
    <div className={styles.asset}>
      {path !== '' && <Picture key={`${path} ${made?.sequence}`} brand={brand} path={path} />}
      <div className={styles.choice}>
        <PickControl {...props} />
        {!isDisabled && (
          <div className={styles.upload}>
            <label htmlFor={id} className={styles.button} aria-disabled={isBusy}>
              {say(isBusy ? 'field.asset_busy' : 'field.asset_upload', { field: label })}
            </label>
            <input id={id} type="file" className={styles.file} accept={OFFERED} disabled={isBusy} onChange={upload} />
            <span role="status" className={styles.facts}>
              {made && made.path === path ? factsOf(made) : say('field.asset_hint')}
            </span>
          </div>
        )}
        {failure !== null && (
          <p role="alert" className={styles.failure}>
            {failureText(failure)}
          </p>
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

function factsOf({ sizeBytes, widthPx, heightPx }: StudioAssetAnswer): string {
  const size = say('field.asset_size', { kilobytes: Math.max(1, Math.round(sizeBytes / 1024)) })
  return widthPx === undefined ? size : `${widthPx} × ${heightPx} px, ${size}`
}
