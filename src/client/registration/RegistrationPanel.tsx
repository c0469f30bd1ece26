import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import { FormNotice } from './FormNotice.tsx'
import styles from './registration.module.css'
import type { RegistrationWords } from './registration-words.ts'
import { TypeForm } from './TypeForm.tsx'
import type { RunningRegistration } from './use-registration.ts'

/** Props of {@link RegistrationPanel}. */
export interface RegistrationPanelProps {
  readonly registration: RunningRegistration
  readonly words: RegistrationWords
}

/** The types as tabs and the form of the chosen one, as every variant shows them (REG-4). */
export function RegistrationPanel({ registration, words }: RegistrationPanelProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { form, types, type, failure, isLoading, isBusy, isUnavailable } = registration
  const isReady = !isLoading && !isUnavailable
  const login = app.site.config.boolean.isAuthAllowed ? offeredPath(app, 'login') : null
  const retry = () => form.send({ type: 'retry.pressed' })
  const tabs = types.map((id) => ({ id, label: t(app.site.config.registration.types[id]?.titleKey ?? id) }))
  return (
    <div className={styles.panel}>
      {tabs.length > 1 ? (
        <Tabs
          kind="segments"
          isDisabled={isBusy}
          label={t('registration.types')}
          tabs={tabs}
          selectedId={type ?? ''}
          onSelect={(variant: string) => form.send({ type: 'variant.chosen', variant })}
        />
      ) : null}
      {isUnavailable && failure ? <ErrorState title={t(failure.code, { ...failure.params })} onRetry={retry} /> : null}
      {isReady ? (
        <section aria-label={words.title(type)}>
          <TypeForm key={type} registration={registration} submitLabel={words.submitLabel(type)} />
        </section>
      ) : null}
      {isLoading ? <FormSkeleton /> : null}
      <FormNotice registration={registration} />
      {login ? (
        <p className={styles.aside}>
          {t('registration.have_account')} <Link to={login}>{t('shell.sign_in')}</Link>
        </p>
      ) : null}
      {words.payments.length > 0 ? (
        <ul className={styles.payments} aria-label={t('registration.payments')}>
          {words.payments.map(({ id, name, icon }) => (
            <li key={id}>
              <Icon name={icon} />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const SKELETON_FIELDS = ['a', 'b', 'c', 'd', 'e']

/** The place of a form that is on its way. */
export function FormSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {SKELETON_FIELDS.map((id) => (
        <Skeleton key={id} shape="box" />
      ))}
    </div>
  )
}
