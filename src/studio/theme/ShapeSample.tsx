import { useState } from 'react'
import { say } from '../app/studio-texts.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './ShapeSample.module.css'
import { editsOfSizes, PRESETS, RATIOS, type ShapeGroup, type Sizes, sizesOf, typeScale } from './shape-presets.ts'

/** A group of sizes of the theme as it looks, with presets that set all of them in one step. */
export function ShapeSample({ group }: { readonly group: ShapeGroup }) {
  const { document, isReadOnly, edit } = useFormPlace()
  const sizes = sizesOf(document.resolved, group)
  const use = (next: Sizes) => edit(editsOfSizes(group, next))
  return (
    <section className={styles.sample} aria-label={say(`theme.sample_${group}`)}>
      <ul className={styles.list} aria-hidden="true">
        {Object.entries(sizes)
          .toSorted(([, one], [, other]) => one - other)
          .map(([name, px]) => (
            <li key={name} className={styles.row}>
              <span className={styles.name}>{name}</span>
              <Look group={group} px={px} />
              <span className={styles.px}>{say('theme.px', { px })}</span>
            </li>
          ))}
      </ul>
      {!isReadOnly && group === 'text' && <ScaleMaker sizes={sizes} onUse={use} />}
      {!isReadOnly && (group === 'radius' || group === 'row-height') && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around three buttons
        <div role="group" aria-label={say('theme.presets')} className={styles.presets}>
          {Object.entries(PRESETS[group]).map(([name, preset]) => (
            <ActionButton
              key={name}
              isSmall
              aria-pressed={Object.entries(preset).every(([token, px]) => sizes[token] === px)}
              onClick={() => use(preset)}
            >
              {say(`theme.preset_${name}` as 'theme.preset_usual')}
            </ActionButton>
          ))}
        </div>
      )}
    </section>
  )
}

function Look({ group, px }: { readonly group: ShapeGroup; readonly px: number }) {
  switch (group) {
    case 'text':
      return (
        <span className={styles.type} style={{ fontSize: `${px}px` }}>
          {say('theme.words')}
        </span>
      )
    case 'radius':
      return <span className={styles.corner} style={{ borderRadius: `${px}px` }} />
    case 'row-height':
      return <span className={styles.bar} style={{ blockSize: `${px}px` }} />
    default:
      return <span className={styles.space} style={{ inlineSize: `${px}px` }} />
  }
}

/** Sets all sizes of type by the text of pages and a ratio. */
function ScaleMaker({ sizes, onUse }: { readonly sizes: Sizes; readonly onUse: (sizes: Sizes) => void }) {
  const [textPx, setTextPx] = useState(() => String(sizes['16'] ?? 16))
  const [ratio, setRatio] = useState(String(RATIOS[1]))
  const px = Number(textPx)
  const isWrong = !(px >= 12 && px <= 20)
  return (
    <form
      className={styles.maker}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onUse(typeScale(Object.keys(sizes), px, Number(ratio)))
      }}
    >
      <LabelledInput
        label={say('theme.text_px')}
        error={isWrong ? say('theme.text_px_wrong') : null}
        inputMode="decimal"
        value={textPx}
        onChange={(event) => setTextPx(event.target.value)}
      />
      <LabelledSelect label={say('theme.ratio')} value={ratio} onChange={(event) => setRatio(event.target.value)}>
        {RATIOS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </LabelledSelect>
      <ActionButton type="submit" isSmall>
        {say('theme.make_scale')}
      </ActionButton>
    </form>
  )
}
