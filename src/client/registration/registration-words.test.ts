import { expect, test } from 'vitest'
import type { RegistrationData } from '#schemas'
import type { App } from '../page/app-context.ts'
import { registrationWords } from './registration-words.ts'

/** An app whose texts are their keys. */
function appWith(registrationForms: App['site']['registrationForms']): App {
  const additionalConfig = { emailButtonText: 'site.by_mail', phoneButtonText: 'site.by_phone', showLeftBanner: false }
  const config = { registration: { additionalConfig, banner: {} } }
  return { site: { config, registrationForms }, texts: { t: (key: string) => key } } as unknown as App
}

const FORMS = {
  fast_reg: { titleKey: 'own.fast_title', submitKey: 'own.fast_button' },
  full_reg: { titleKey: 'own.full_title', submitKey: 'own.full_button' },
}

test('a form has the name and the button of its definition', () => {
  const words = registrationWords(appWith(FORMS), null)
  expect([words.title('fast_reg'), words.submitLabel('fast_reg')]).toEqual(['own.fast_title', 'own.fast_button'])
})

test('REG-25: the buttons of e-mail and phone are those of the configuration, or of the data call', () => {
  const words = registrationWords(appWith(FORMS), null)
  expect([words.submitLabel('full_reg'), words.submitLabel('phone_reg')]).toEqual(['site.by_mail', 'site.by_phone'])
  expect(words.title('full_reg')).toBe('own.full_title')
  const sent = { additionalConfig: { emailButtonText: 'As sent' } } as RegistrationData
  expect(registrationWords(appWith(FORMS), sent).submitLabel('full_reg')).toBe('As sent')
})

test('a form without words of its own uses the default ones', () => {
  const words = registrationWords(appWith({}), null)
  for (const type of ['club_reg', null])
    expect([words.title(type), words.submitLabel(type)]).toEqual(['registration.title', 'registration.submit'])
})
