import { type ChangeEvent, useId, useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import styles from './AccentChoice.module.css'
import { coloursOfLogo } from './logo-colours.ts'
import group from './NewBrand.module.css'

const SWATCHES = ['#2f5bea', '#0b8f4d', '#d92d20', '#7a3ff2', '#e07a00', '#0891a8', '#c2185b', '#2b3240']
const HEX = /^#[0-9a-f]{6}$/i

/** The one colour from which the palette of the new brand follows; empty leaves it to the engine. */
export function AccentChoice({
  color,
  onChange,
}: {
  readonly color: string
  readonly onChange: (color: string) => void
}) {
  const [own, setOwn] = useState<readonly string[]>([])
  if (color === '') {
    return (
      <fieldset className={group.group}>
        <legend>{say('new.look')}</legend>
        <div>
          <ActionButton onClick={() => onChange(SWATCHES[0] ?? '')}>{say('new.color_own')}</ActionButton>
        </div>
      </fieldset>
    )
  }
  return (
    <fieldset className={group.group}>
      <legend>{say('new.look')}</legend>
      <Swatches colours={SWATCHES} color={color} onChange={onChange} />
      <LogoChoice
        onColours={(found) => {
          setOwn(found)
          if (found[0]) onChange(found[0])
        }}
      />
      {own.length > 0 && <Swatches colours={own} color={color} onChange={onChange} />}
      <div className={styles.own}>
        <input
          type="color"
          className={styles.native}
          aria-label={say('new.color')}
          value={HEX.test(color) ? color : '#000000'}
          onChange={({ target }) => onChange(target.value)}
        />
        <LabelledInput
          label={say('new.color_hex')}
          hint={say('new.color_hint')}
          value={color}
          pattern="#[0-9a-fA-F]{6}"
          maxLength={7}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <div>
        <ActionButton kind="quiet" isSmall onClick={() => onChange('')}>
          {say('new.color_none')}
        </ActionButton>
      </div>
    </fieldset>
  )
}

interface SwatchesProps {
  readonly colours: readonly string[]
  readonly color: string
  readonly onChange: (color: string) => void
}

function Swatches({ colours, color, onChange }: SwatchesProps) {
  return (
    <div className={styles.swatches}>
      {colours.map((swatch) => (
        <button
          key={swatch}
          type="button"
          className={styles.swatch}
          style={{ background: swatch }}
          aria-label={say('new.color_swatch', { color: swatch })}
          aria-pressed={swatch === color.toLowerCase()}
          onClick={() => onChange(swatch)}
        />
      ))}
    </div>
  )
}

/** Reads the colours of a logo; the picture stays in the browser. */
function LogoChoice({ onColours }: { readonly onColours: (colours: readonly string[]) => void }) {
  const id = useId()
  const [words, setWords] = useState<string | null>(null)
  const read = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (!file) return
    try {
      const colours = await coloursOfLogo(file)
      setWords(say(colours.length === 0 ? 'new.logo_grey' : 'new.logo_read', { count: colours.length }))
      onColours(colours)
    } catch {
      // Whatever is wrong with it, the browser cannot draw it.
      setWords(say('new.logo_failed'))
    }
  }
  return (
    <div className={styles.logo}>
      <label htmlFor={id}>{say('new.logo')}</label>
      <input id={id} type="file" accept="image/*" onChange={read} />
      <p role="status" className={styles.read}>
        {words ?? say('new.logo_hint')}
      </p>
    </div>
  )
}
