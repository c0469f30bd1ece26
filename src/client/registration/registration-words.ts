import type { RegistrationBanner, RegistrationData } from '#schemas'
import type { App } from '../page/app-context.ts'
import { assetUrl } from '../page/frame.selectors.ts'

/** What stands around a form and on its button, and what it is called. */
export interface RegistrationWords {
  /** Picture and words beside the form; null when the brand shows none there. */
  readonly banner: RegistrationBanner | null
  readonly hasBackButton: boolean
  /** Methods of payment below the form. */
  readonly payments: NonNullable<RegistrationData['payments']>
  readonly submitLabel: (type: string | null) => string
  readonly title: (type: string | null) => string
}

/** The words of the registration: what the data call said, over what the configuration says (REG-23 to REG-25); a button that neither
 *  names has the words of the form's own definition.
 *  @param data null until the call has answered, and when it failed */
export function registrationWords(app: App, data: RegistrationData | null): RegistrationWords {
  const { t } = app.texts
  const own = app.site.config.registration.additionalConfig
  const forms = app.site.registrationForms
  const told = data?.additionalConfig ?? {}
  const isBannerHidden =
    (told.hiddenRegistrationFormLeftBanner ?? own.hiddenRegistrationFormLeftBanner) ||
    !(told.showLeftBanner ?? own.showLeftBanner)
  const labels: Readonly<Record<string, string>> = {
    full_reg: told.emailButtonText ?? t(own.emailButtonText),
    phone_reg: told.phoneButtonText ?? t(own.phoneButtonText),
  }
  return {
    banner: isBannerHidden ? null : (data?.banner ?? ownBanner(app)),
    payments: data?.payments ?? [],
    hasBackButton: told.showBackButton ?? own.showBackButton,
    submitLabel: (type) => labels[type ?? ''] ?? t(forms[type ?? '']?.submitKey ?? 'registration.submit'),
    title: (type) => t(forms[type ?? '']?.titleKey ?? 'registration.title'),
  }
}

function ownBanner({ site, texts: { t } }: App): RegistrationBanner | null {
  const { image, altKey, titleKey, textKey } = site.config.registration.banner
  if (!image) return null
  return { image: assetUrl(site, image), alt: t(altKey), title: t(titleKey), text: t(textKey) }
}
