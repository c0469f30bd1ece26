import { Prose } from '#renderers/site/content/Prose.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PageAnswer, ReferralAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import styles from './referral.module.css'
import { rulesOf } from './referral-text.ts'

/** The rules of the programme in the numbers of the brand. */
export function RuleList({ referral }: { readonly referral: ReferralAnswer }) {
  const app = useApp()
  const t = useText()
  return (
    <ul className={styles.rules}>
      {rulesOf(app, t, referral.terms, referral).map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}

/** The brand's own page of further rules. */
export function FurtherRules({ page }: { readonly page: PageAnswer | null }) {
  return page ? <Prose title={page.title} nodes={page.nodes} /> : null
}
