import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'

/** The ways to ask the payment consultant: a question, or a payment to ask about. */
export function ConsultantMenu() {
  const app = useApp()
  const t = useText()
  const create = offeredPath(app, 'payment_consultant_create')
  const transactions = offeredPath(app, 'payment_consultant_transactions')
  return (
    <>
      {create ? (
        <ButtonLink kind="primary" icon="question" to={create}>
          {t('payment.consultant_ask')}
        </ButtonLink>
      ) : null}
      {transactions ? (
        <ButtonLink icon="list" to={transactions}>
          {t('payment.consultant_transactions')}
        </ButtonLink>
      ) : null}
    </>
  )
}
