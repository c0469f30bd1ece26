import { useLoaderData, useNavigate } from 'react-router'
import { isWidgetAddress } from '#machines/registration/registration-address.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { landingPath } from '../page/landing.ts'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { useIsWidget } from '../page/use-is-widget.ts'
import { RegistrationAside } from './RegistrationAside.tsx'
import { RegistrationPanel } from './RegistrationPanel.tsx'
import { RegistrationWidget } from './RegistrationWidget.tsx'
import type { RegistrationStart } from './registration.actors.ts'
import styles from './registration.module.css'
import { loadStart } from './registration-start.ts'
import { registrationWords } from './registration-words.ts'
import { useRegistration } from './use-registration.ts'

interface RegistrationScreenData extends RegistrationStart {
  /** The page to come back to, as the address names it. */
  readonly returnUrl: string | null
}

/** Loads what the address asks for. */
export async function loadScreen({ app, params, url }: ScreenRequest): Promise<LoadedScreen<RegistrationScreenData>> {
  const { other, registration } = app.site.config
  const isWidget = registration.widgetOrigins.length > 0 && isWidgetAddress(url.pathname + url.search)
  const start = await loadStart(app, url, isWidget ? 'widget' : 'page', params.type)
  return {
    meta: () => ({
      title: app.texts.t('registration.title'),
      description: app.texts.t('registration.lead'),
      isPrivate: isWidget,
    }),
    data: { ...start, returnUrl: url.searchParams.get(other.returnUrlParameter) },
  }
}

/** Registration on a page of its own: in the site, or in a frame of another one. */
export function Screen() {
  const { data } = useLoaderData<ScreenData<RegistrationScreenData>>()
  return useIsWidget() ? <RegistrationWidget start={data} /> : <RegistrationPage {...data} />
}

function RegistrationPage({ returnUrl, ...start }: RegistrationScreenData) {
  const app = useApp()
  const t = useText()
  const registration = useRegistration(start, { landing: landingPath(app, { returnUrl: returnUrl ?? undefined }) })
  const words = registrationWords(app, registration.data)
  return (
    <div className={styles.page}>
      {words.banner ? <RegistrationAside {...words.banner} /> : null}
      <section className={styles.card} aria-labelledby="registration-title">
        {words.hasBackButton ? <BackButton /> : null}
        <h1 id="registration-title" className={styles.title}>
          {t('registration.title')}
        </h1>
        <RegistrationPanel registration={registration} words={words} />
      </section>
    </div>
  )
}

/** Leads to where the visitor came from, and home when the form is where they came first. */
function BackButton() {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { readonly idx?: number }
    void (idx ? navigate(-1) : navigate(offeredPath(app, 'home') ?? '/'))
  }
  return (
    <div className={styles.back}>
      <Button kind="plain" size="small" icon="chevron-start" onClick={goBack}>
        {t('registration.back')}
      </Button>
    </div>
  )
}
