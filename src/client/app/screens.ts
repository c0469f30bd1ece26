import type { RouteId } from '#schemas'
import type { Screen } from './screen.ts'

const PAGE_FILE = 'src/client/content/PageScreen.tsx'

/** Information pages: the Markdown file of `pages/<language>/` bears the route's name. */
function page(id: RouteId): Screen {
  return {
    file: PAGE_FILE,
    dictionaries: [],
    load: async () => (await import('../content/PageScreen.tsx')).pageScreen(id),
  }
}

/** The screens of this build: route → module. A route without one is not offered and answers 404. */
export const SCREENS: Readonly<Partial<Record<RouteId, Screen>>> = {
  home: { file: 'src/client/site/HomeScreen.tsx', dictionaries: [], load: () => import('../site/HomeScreen.tsx') },
  registration: {
    file: 'src/client/registration/RegistrationScreen.tsx',
    dictionaries: ['registration', 'forms', 'captcha', 'code', 'phone', 'social'],
    load: () => import('../registration/RegistrationScreen.tsx'),
  },
  login: {
    file: 'src/client/account/SignInScreen.tsx',
    dictionaries: ['account', 'forms', 'social'],
    load: () => import('../account/SignInScreen.tsx'),
  },
  activation: {
    file: 'src/client/account/ActivationScreen.tsx',
    dictionaries: ['account'],
    load: () => import('../account/ActivationScreen.tsx'),
  },
  office_account: {
    file: 'src/client/account/AccountScreen.tsx',
    dictionaries: ['account', 'registration'],
    load: () => import('../account/AccountScreen.tsx'),
  },
  about: page('about'),
  contacts: page('contacts'),
  how_to_bet: page('how_to_bet'),
  main_rules: page('main_rules'),
  bonus_rules: page('bonus_rules'),
  payment: page('payment'),
  responsible_gaming: page('responsible_gaming'),
  privacy_policy: page('privacy_policy'),
  aml_kyc_policy: page('aml_kyc_policy'),
  dispute_resolution: page('dispute_resolution'),
  cookies: page('cookies'),
}
