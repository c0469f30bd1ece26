import { type ChangeEvent, useId, useState } from 'react'
import type { StudioAssetAnswer } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { say } from '../../app/studio-texts.ts'
import { assetName, base64Of } from '../asset-name.ts'
import { useFormPlace } from '../form-place.ts'
import styles from './AssetControl.module.css'

interface AssetUploadProps {
  /** What the file is for. */
  readonly label: string
  /** Path of the file that it takes the place of, or empty; where it is `fonts/`, new files are put there. */
  readonly current: string
  /** Endings that file boxes offer; the server judges by the bytes. */
  readonly accept: string
  /** What is said before a file was taken. */
  readonly hint: string
  readonly onTaken: (answer: StudioAssetAnswer) => void
}

/** Uploads a file of the brand, and tells its size or why it was not taken. */
export function AssetUpload({ label, current, accept, hint, onTaken }: AssetUploadProps) {
  const { choices, putAsset } = useFormPlace()
  const id = useId()
  const [made, setMade] = useState<StudioAssetAnswer | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    setIsBusy(true)
    setFailure(null)
    try {
      const name = assetName(file.name, current, Object.keys(choices.asset ?? {}))
      const answer = await putAsset(name, await base64Of(file))
      setMade(answer)
      onTaken(answer)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
      // The same file may be chosen again after it was mended.
      target.value = ''
    }
  }
  return (
    <>
      <div className={styles.upload}>
        <label htmlFor={id} className={styles.button} aria-disabled={isBusy}>
          {say(isBusy ? 'field.asset_busy' : 'field.asset_upload', { field: label })}
        </label>
        <input id={id} type="file" className={styles.file} accept={accept} disabled={isBusy} onChange={upload} />
        <span role="status" className={styles.facts}>
          {made && made.path === current ? factsOf(made) : hint}
        </span>
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failureText(failure)}
        </p>
      )}
    </>
  )
}

function factsOf({ sizeBytes, widthPx, heightPx }: StudioAssetAnswer): string {
  const size = say('field.asset_size', { kilobytes: Math.max(1, Math.round(sizeBytes / 1024)) })
  return widthPx === undefined ? size : `${widthPx} × ${heightPx} px, ${size}`
}
