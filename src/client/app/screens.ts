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

const officeMenu: Screen = {
  file: 'src/client/account/OfficeMenuScreen.tsx',
  dictionaries: ['account', 'office'],
  load: () => import('../account/OfficeMenuScreen.tsx'),
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
    dictionaries: ['account', 'forms', 'social', 'two-factor'],
    load: () => import('../account/SignInScreen.tsx'),
  },
  activation: {
    file: 'src/client/account/ActivationScreen.tsx',
    dictionaries: ['account'],
    load: () => import('../account/ActivationScreen.tsx'),
  },
  office_account: {
    file: 'src/client/account/AccountScreen.tsx',
    dictionaries: ['account', 'office', 'registration', 'wallet'],
    load: () => import('../account/AccountScreen.tsx'),
  },
  office_settings_wallets: {
    file: 'src/client/account/WalletsScreen.tsx',
    dictionaries: ['account', 'office', 'wallet'],
    load: () => import('../account/WalletsScreen.tsx'),
  },
  restore_password: {
    file: 'src/client/account/RestorePasswordScreen.tsx',
    dictionaries: ['account', 'forms', 'security'],
    load: () => import('../account/RestorePasswordScreen.tsx'),
  },
  block_appeal: {
    file: 'src/client/account/BlockAppealScreen.tsx',
    dictionaries: ['account', 'appeal', 'captcha'],
    load: () => import('../account/BlockAppealScreen.tsx'),
  },
  office_security: {
    file: 'src/client/account/SecurityScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/SecurityScreen.tsx'),
  },
  office_change_password: {
    file: 'src/client/account/ChangePasswordScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/ChangePasswordScreen.tsx'),
  },
  office_security_question: {
    file: 'src/client/account/SecretQuestionScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/SecretQuestionScreen.tsx'),
  },
  security_auth_by_email: {
    file: 'src/client/account/AuthByEmailScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'security'],
    load: () => import('../account/AuthByEmailScreen.tsx'),
  },
  office_session_history: {
    file: 'src/client/account/SessionsScreen.tsx',
    dictionaries: ['account', 'office', 'security'],
    load: () => import('../account/SessionsScreen.tsx'),
  },
  office_enable_two_factor_auth: {
    file: 'src/client/account/EnableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/EnableTwoFactorScreen.tsx'),
  },
  office_disable_two_factor_auth: {
    file: 'src/client/account/DisableTwoFactorScreen.tsx',
    dictionaries: ['account', 'office', 'forms', 'two-factor'],
    load: () => import('../account/DisableTwoFactorScreen.tsx'),
  },
  office: officeMenu,
  office_menu: officeMenu,
  office_menu_profile: officeMenu,
  office_menu_settings: officeMenu,
  office_menu_promo: officeMenu,
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
