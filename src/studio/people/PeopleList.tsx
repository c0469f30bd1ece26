import { useCallback, useState } from 'react'
import { listStudioAccounts } from '#calls/studio/studio-access.calls.ts'
import type { StudioAccount, StudioAccountsAnswer } from '#schemas'
import { agoText } from '../app/moment-text.ts'
import { useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { Mark } from '../parts/Mark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { ChangeGrants } from './ChangeGrants.tsx'
import { grantWords } from './grant-words.ts'
import { InviteBox } from './InviteBox.tsx'
import styles from './PeopleList.module.css'

/** `/people`: accounts and what they may do. */
export function PeopleList() {
  const { call } = useStudio()
  const [isInviting, setIsInviting] = useState(false)
  const loaded = useAnswer(useCallback(() => call(listStudioAccounts, {}), [call]))
  return (
    <>
      <ScreenHead title={say('people.title')} lead={say('people.lead')}>
        <ActionButton kind="primary" glyph="plus" onClick={() => setIsInviting(true)}>
          {say('people.invite')}
        </ActionButton>
      </ScreenHead>
      <Awaited loaded={loaded}>
        {({ accounts }) => (
          <ul className={styles.list}>
            {accounts.map((account) => (
              <Person key={account.id} account={account} onChange={loaded.replace} />
            ))}
          </ul>
        )}
      </Awaited>
      {isInviting && <InviteBox onClose={() => setIsInviting(false)} />}
    </>
  )
}

interface PersonProps {
  readonly account: StudioAccount
  readonly onChange: (answer: StudioAccountsAnswer) => void
}

function Person({ account, onChange }: PersonProps) {
  const [asked, setAsked] = useState<'change' | 'lock' | null>(null)
  const isYou = useAccount().id === account.id
  const { name, email, grants, hasSecondFactor, passkeys, lastSignInAt } = account
  return (
    <li className={styles.person}>
      <div className={styles.words}>
        <div className={styles.head}>
          <strong>{name}</strong>
          {isYou && <Mark tone="accent">{say('people.you')}</Mark>}
          {grants.length === 0 && <Mark tone="problem">{say('people.locked')}</Mark>}
          {passkeys > 0 && <Mark tone="good">{say('people.passkeys', { count: passkeys })}</Mark>}
          <Mark tone={hasSecondFactor ? 'good' : 'warning'}>
            {say(hasSecondFactor ? 'people.second_factor' : 'people.no_second_factor')}
          </Mark>
        </div>
        <p className={styles.email}>{email}</p>
        <p className={styles.facts}>
          {lastSignInAt ? say('people.last_sign_in', { when: agoText(lastSignInAt, Date.now()) }) : say('people.never')}
        </p>
      </div>
      <ul className={styles.grants}>
        {grants.map((grant) => (
          <li key={`${grant.role} ${grant.scope}`}>
            <Mark>{grantWords(grant)}</Mark>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ActionButton isSmall onClick={() => setAsked('change')}>
          {say('people.change')}
        </ActionButton>
        {!isYou && grants.length > 0 && (
          <ActionButton kind="danger" isSmall glyph="lock" onClick={() => setAsked('lock')}>
            {say('people.lock')}
          </ActionButton>
        )}
      </div>
      {asked && <ChangeGrants account={account} deed={asked} onClose={() => setAsked(null)} onChange={onChange} />}
    </li>
  )
}
