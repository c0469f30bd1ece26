import { useCallback, useState } from 'react'
import { listStudioBrandNames } from '#calls/studio/studio-draft.calls.ts'
import type { StudioGrant, StudioRole } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './GrantsField.module.css'
import { grantWords, partsOf, ROLES, withGrant } from './grant-words.ts'

interface GrantsFieldProps {
  readonly grants: readonly StudioGrant[]
  readonly onChange: (grants: readonly StudioGrant[]) => void
}

/** The roles of an account: those that it has, and more to be added. */
export function GrantsField({ grants, onChange }: GrantsFieldProps) {
  const { call } = useStudio()
  const { value } = useAnswer(useCallback(() => call(listStudioBrandNames, {}), [call]))
  const [role, setRole] = useState<StudioRole>('editor')
  const [scope, setScope] = useState('*')
  const [written, setWritten] = useState('')
  const parts = role === 'editor' ? partsOf(written) : []
  const add = () => {
    if (parts === null) return
    const [first, ...rest] = parts
    onChange(withGrant(grants, first === undefined ? { role, scope } : { role, scope, parts: [first, ...rest] }))
    setWritten('')
  }
  return (
    <fieldset className={styles.grants}>
      <legend>{say('people.grants')}</legend>
      <ul className={styles.list}>
        {grants.map((grant) => (
          <li key={`${grant.role} ${grant.scope}`} className={styles.grant}>
            {grantWords(grant)}
            <ActionButton
              kind="quiet"
              isSmall
              isBare
              glyph="close"
              onClick={() => onChange(grants.filter((other) => other !== grant))}
            >
              {say('people.grant_remove', { role: grantWords(grant) })}
            </ActionButton>
          </li>
        ))}
      </ul>
      <div className={styles.adding}>
        <LabelledSelect
          label={say('people.role')}
          hint={say(`role.${role}_text`)}
          value={role}
          onChange={(event) => setRole(event.target.value as StudioRole)}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {say(`role.${one}`)}
            </option>
          ))}
        </LabelledSelect>
        <LabelledSelect label={say('people.scope')} value={scope} onChange={(event) => setScope(event.target.value)}>
          <option value="*">{say('people.scope_all')}</option>
          {value?.names.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </LabelledSelect>
      </div>
      {role === 'editor' && (
        <LabelledInput
          label={say('people.parts')}
          hint={say('people.parts_hint')}
          error={parts === null ? say('people.parts_wrong') : null}
          autoComplete="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      )}
      <div>
        <ActionButton isSmall glyph="plus" disabled={parts === null} onClick={add}>
          {say('people.grant_add')}
        </ActionButton>
      </div>
    </fieldset>
  )
}
