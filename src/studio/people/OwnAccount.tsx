import { useAccount } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { Mark } from '../parts/Mark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { grantWords } from './grant-words.ts'
import styles from './OwnAccount.module.css'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** `/you`: the own account. */
export function OwnAccount() {
  const { name, email, grants } = useAccount()
  return (
    <>
      <ScreenHead title={say('you.title')} lead={say('you.lead', { name, email })} />
      <section className={styles.section}>
        <h2 className={styles.title}>{say('you.roles')}</h2>
        <ul className={styles.grants}>
          {grants.map((grant) => (
            <li key={`${grant.role} ${grant.scope}`}>
              <Mark>{grantWords(grant)}</Mark>
            </li>
          ))}
        </ul>
      </section>
      <OwnPassword />
      <OwnPasskeys />
      <SecondFactor />
    </>
  )
}
