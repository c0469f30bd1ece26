import { useCallback, useState } from 'react'
import { createStudioBrand, listStudioBrandNames } from '#calls/studio/studio-draft.calls.ts'
import type { StudioNewBrandAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer, useDeed } from '../app/use-answer.ts'
import { ActionButton, ActionLink } from '../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { AccentChoice } from './AccentChoice.tsx'
import { idOfName, isBrandId } from './brand-id.ts'
import { KindChoice } from './KindChoice.tsx'
import { MarketChoice } from './MarketChoice.tsx'
import styles from './NewBrand.module.css'
import { type BrandWish, bodyOfWish, NO_WISH } from './new-brand-wish.ts'

/** `/new`: makes a brand. */
export function NewBrand() {
  const [wish, setWish] = useState<BrandWish>(NO_WISH)
  const [made, setMade] = useState<StudioNewBrandAnswer | null>(null)
  const { call } = useStudio()
  const deed = useDeed(async () => setMade(await call(createStudioBrand, { body: bodyOfWish(wish) })))
  if (made) return <Made name={wish.name} made={made} />
  const change = (part: Partial<BrandWish>) => setWish((former) => ({ ...former, ...part }))
  return (
    <>
      <ScreenHead title={say('new.title')} lead={say('new.lead')} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isBrandId(wish.id)) deed.run()
        }}
      >
        <Naming wish={wish} onChange={change} />
        <KindChoice wish={wish} onChange={change} />
        <MarketChoice wish={wish} onChange={change} />
        <AccentChoice color={wish.color} onChange={(color) => change({ color })} />
        {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
        <div>
          <ActionButton type="submit" kind="primary" aria-disabled={deed.isBusy}>
            {say(deed.isBusy ? 'new.busy' : 'new.submit')}
          </ActionButton>
        </div>
      </form>
    </>
  )
}

interface PartProps {
  readonly wish: BrandWish
  readonly onChange: (part: Partial<BrandWish>) => void
}

function Naming({ wish, onChange }: PartProps) {
  const { name, id } = wish
  const isProposed = id === idOfName(name)
  const isWrong = id !== '' && !isBrandId(id)
  return (
    <fieldset className={styles.group}>
      <legend>{say('new.naming')}</legend>
      <LabelledInput
        label={say('new.name')}
        hint={say('new.name_hint')}
        required
        maxLength={60}
        value={name}
        onChange={({ target }) =>
          onChange({ name: target.value, ...(isProposed ? { id: idOfName(target.value) } : {}) })
        }
      />
      <LabelledInput
        label={say('new.id')}
        hint={say('new.id_hint', { id: id || '…' })}
        error={isWrong ? say('new.id_wrong') : null}
        required
        maxLength={32}
        spellCheck={false}
        value={id}
        onChange={({ target }) => onChange({ id: target.value.toLowerCase() })}
      />
      <ParentSelect wish={wish} onChange={onChange} />
    </fieldset>
  )
}

/** The brand that the new one builds upon, where there are any. */
function ParentSelect({ wish, onChange }: PartProps) {
  const { call } = useStudio()
  const { value } = useAnswer(useCallback(() => call(listStudioBrandNames, {}), [call]))
  if (!value?.names.length) return null
  return (
    <LabelledSelect
      label={say('new.from')}
      value={wish.from}
      onChange={({ target }) => onChange({ from: target.value })}
    >
      <option value="">{say('new.from_base')}</option>
      {value.names.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </LabelledSelect>
  )
}

function Made({ name, made: { id, address } }: { readonly name: string; readonly made: StudioNewBrandAnswer }) {
  return (
    <>
      <ScreenHead title={say('new.done_title', { name })} lead={say('new.done_text')} />
      <div className={styles.done}>
        <ActionLink to={`/brands/${id}`} kind="primary" glyph="edit">
          {say('new.done_edit', { name })}
        </ActionLink>
        <ActionLink to={address} glyph="external">
          {say('brands.open_site')}
        </ActionLink>
      </div>
    </>
  )
}
