import { buildPath } from '#machines/site/routes/routes.ts'
import { createAccountService } from '#server/account/account.service.ts'
import type { AccountPorts } from '#server/account/account-ports.ts'
import { takesAppMessages } from '#server/account/contacts/contact-settling.ts'
import { createMailingLinks } from '#server/account/office/mailing-links.ts'
import type { DisallowedSports } from '#server/account/office/settings.ts'
import { createSupportFiles, type SupportFiles } from '#server/account/office/support-files.ts'
import { type KeyRing, newKeyRing } from '#server/account/secrets/key-ring.ts'
import { createPasswords, type PasswordCost } from '#server/account/secrets/passwords.ts'
import { createSecretBox, type SecretBox } from '#server/account/secrets/secret-box.ts'
import { createBearerTokens } from '#server/account/sign-in/bearer-tokens.ts'
import type { StartedSession } from '#server/account/sign-in/sessions.ts'
import type { DeliveryService } from '#server/delivery/delivery.service.ts'
import { type BudgetStore, createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import type { CaptchaPorts } from '#server/guard/captcha.service.ts'
import { createMemoryChallengeStore } from '#server/guard/challenge-store.ts'
import { createGuard, type Guard } from '#server/guard/guard.service.ts'
import { hasPaymentUnderWay } from '#server/payments/payment-rows.ts'
import { createMemoryStore, type DocumentStore } from '#server/protection/document-store.ts'
import { createSealedFiles } from '#server/protection/documents.ts'
import { createAdmission } from '#server/protection/exclusion/admission.ts'
import { type Asking, createAdmitting, createRegisters } from '#server/protection/exclusion/registers.ts'
import type { IdentificationService } from '#server/protection/identification.service.ts'
import type { IdentityChecks } from '#server/protection/identity/identity-checks.ts'
import { enterFile } from '#server/protection/operators/player-activity.ts'
import { createKeptAnswers } from '#server/registration/kept-answers.ts'
import { createRegistrationService } from '#server/registration/registration.service.ts'
import type { RegistrationPorts } from '#server/registration/registration-ports.ts'
import type { AnyHandler, PlayerScope } from '../http/call-scope.ts'
import { withPlaces } from '../pages/place-lists.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { operatorsFileOf } from '../protection/operators-file.wiring.ts'
import { accountHandlers } from './account.handlers.ts'
import { blockAppealHandlers } from './block-appeal.handlers.ts'
import { createCaptchaWiring } from './captcha.wiring.ts'
import { contactHandlers } from './contacts.handlers.ts'
import { currencyAccountHandlers } from './currency-accounts.handlers.ts'
import { playerBy } from './found-player.ts'
import { createIdentification, identificationHandlers } from './identification.wiring.ts'
import { identityCheckHandlers } from './identity-checks.handlers.ts'
import { createIdentityChecksWiring } from './identity-checks.wiring.ts'
import { createDelivery, type DeliveryPorts } from './identity-delivery.ts'
import { officeHandlers } from './office.handlers.ts'
import { ownDataHandlers } from './own-data.handlers.ts'
import { passkeyHandlers } from './passkeys.handlers.ts'
import { phoneCodeHandlers } from './phone-code.handlers.ts'
import { profileHandlers } from './profile.handlers.ts'
import { checkOffered, registrationHandlers, reviveOutcome } from './registration.handlers.ts'
import { answeredFields, formContext } from './registration-form.ts'
import { secretQuestionHandlers } from './secret-question.handlers.ts'
import { securityHandlers } from './security.handlers.ts'
import { settingsHandlers } from './settings.handlers.ts'
import { createSocialWiring } from './social.wiring.ts'
import { supportHandlers } from './support.handlers.ts'
import { termsHandlers } from './terms.handlers.ts'
import { tokenHandlers } from './token.handlers.ts'
import { twoFactorHandlers } from './two-factor.handlers.ts'

export interface IdentityPorts extends DeliveryPorts {
  /** The key that secrets are sealed with; one for this process alone when left out. */
  readonly keyRing?: KeyRing
  /** Whether methods of payment that move no real money are shown; they are not when left out. */
  readonly takesTestMoney?: boolean
  /** Asks registers and providers; over the network when left out. */
  readonly fetch?: typeof fetch
  /** Reads a secret that a brand names; none when left out. */
  readonly secretOf?: (variable: string) => string | undefined
  /** What a password's hash costs; what production pays when left out. */
  readonly passwordCost?: PasswordCost | undefined
  /** Notes who has brought a new player; nobody does when left out. */
  readonly registered?: RegistrationPorts<StartedSession>['registered']
  /** Where attempts are counted; in memory when left out. */
  readonly budgetStore?: BudgetStore
  /** The events of a player where they are not in the database. */
  readonly eventsOfAccount?: NonNullable<AccountPorts['eventsOfAccount']>
  /** Where documents of identity are kept; in memory when left out. */
  readonly documents?: DocumentStore | undefined
  /** Where captcha challenges are kept (in memory when left out), and how hosted ones are judged. */
  readonly captcha?: Partial<Pick<CaptchaPorts, 'store' | 'secretOf' | 'urls'>>
}

/** Accounts, registration and delivery, joined. */
export interface Identity {
  readonly handlers: readonly AnyHandler[]
  readonly delivery: DeliveryService
  readonly identification: IdentificationService
  readonly identityChecks: IdentityChecks
  /** What players have sent to the support. */
  readonly supportFiles: SupportFiles
  readonly findPlayer: (brandId: string, token: string, by: 'cookie' | 'bearer') => Promise<PlayerScope | null>
  /** Counts attempts at calls of all nouns, by the brands' budgets. */
  readonly guard: Guard
  /** The sports that a player does not want to see. */
  readonly disallowedSports: (brandId: string, accountId: number) => Promise<DisallowedSports>
}

/** Joins the nouns by which a visitor becomes a player: registration makes accounts, accounts write messages, delivery sends. */
export function createIdentity(ports: IdentityPorts): Identity {
  const { database, clock, log, keyRing = newKeyRing(), secretOf = () => undefined, fetch: ask = fetch } = ports
  const bearers = createBearerTokens(keyRing)
  const budgets = ports.budgetStore ?? createMemoryBudgetStore()
  const store = createMemoryChallengeStore()
  const captcha = createCaptchaWiring({ budgets, store, secretOf: () => undefined, clock, log, ...ports.captcha })
  const secretBox = createSecretBox(keyRing)
  const mailings = createMailingLinks(secretBox)
  const delivery = createDelivery(ports, mailings)
  const asking = askingOf(ports, secretOf, ask)
  const accountPorts = accountPortsOf(ports, { budgets, secretBox, delivery, asking })
  const account = createAccountService(accountPorts)
  const { handlers: socialHandlers, registerBySocial } = createSocialWiring({
    ...accountPorts,
    site: (brandId) => siteOfBrand(ports.brands, brandId),
    allowsLoopback: ports.keepsSecrets,
  })
  const registration = createRegistrationService<StartedSession>({
    registry: { ...account, registerBySocial },
    registered: ports.registered ?? (async () => {}),
    answers: createKeptAnswers({ db: database.db, clock, revive: reviveOutcome }),
    form: (visitor, type, answers) => formOf(ports, visitor, type, answers),
  })
  const documents = ports.documents ?? createMemoryStore(clock)
  const keeper = createSealedFiles({ store: documents, secretBox })
  const supportFiles = createSupportFiles({ db: database.db, clock, keeper })
  const identification = createIdentification({
    ...{ database, clock, store: documents, secretBox, delivery },
    site: (brandId) => siteOfBrand(ports.brands, brandId),
  })
  const identityChecks = createIdentityChecksWiring({
    ...{ db: database.db, clock, secretOf, fetch: ask },
    site: (brandId) => siteOfBrand(ports.brands, brandId),
    decide: identification.decideByProvider,
    warn: (fields) => log.warn(fields, 'provider of identity checks is silent'),
  })
  log.debug('identity is joined')
  return {
    delivery,
    identification,
    identityChecks,
    supportFiles,
    handlers: [
      ...captcha.handlers,
      ...captcha.guarded([
        ...registrationHandlers({
          registration,
          endSession: account.signOut,
          takesTestMoney: ports.takesTestMoney ?? false,
        }),
        ...accountHandlers(account),
        ...currencyAccountHandlers(account),
        ...twoFactorHandlers(account),
        ...blockAppealHandlers(account),
        ...ownDataHandlers(account, clock),
        ...secretQuestionHandlers(account),
        ...passkeyHandlers(account),
        ...securityHandlers(account),
        ...tokenHandlers({ account, bearers, clock, guard: accountPorts.guard }),
        ...settingsHandlers(account, mailings),
        ...termsHandlers(account),
        ...officeHandlers(account),
        ...supportHandlers({ account, files: supportFiles, guard: accountPorts.guard, clock }),
        ...profileHandlers(account, clock),
        ...contactHandlers(account),
        ...phoneCodeHandlers({
          account,
          checkOffered: (scope) => checkOffered(scope.site, 'phone_reg', scope),
        }),
        ...socialHandlers,
        ...identificationHandlers({ service: identification, checks: identityChecks, guard: accountPorts.guard }),
        ...identityCheckHandlers(identityChecks, accountPorts.guard),
      ]),
    ],
    guard: accountPorts.guard,
    disallowedSports: async (brandId, accountId) => (await account.readPreferences(brandId, accountId)).disallowed,
    findPlayer: playerFinder(account, bearers, clock),
  }
}

/** What accounts are joined with. */
interface AccountParts {
  readonly budgets: BudgetStore
  readonly secretBox: SecretBox
  readonly delivery: DeliveryService
  readonly asking: Asking
}

function accountPortsOf(ports: IdentityPorts, { budgets, secretBox, delivery, asking }: AccountParts): AccountPorts {
  const { database, clock, eventsOfAccount } = ports
  return {
    ...(eventsOfAccount && { eventsOfAccount }),
    db: database.db,
    clock,
    passwords: createPasswords(ports.passwordCost),
    secretBox,
    guard: createGuard({
      store: budgets,
      clock,
      limits: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth.rateLimits,
    }),
    enqueue: async (tx, { params, ...message }) => {
      const { manifest } = await siteOfBrand(ports.brands, tx.brandId)
      const isByApp = message.kind === 'sms' && (await takesAppMessages(tx, message.recipient))
      await delivery.enqueue(tx, {
        ...message,
        params: { brand: manifest.name, ...params },
        takesAppMessages: isByApp,
      })
    },
    policy: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config.auth,
    admitting: createAdmitting(database.db, asking),
    admit: createAdmission({
      sections: async (brandId) => (await siteOfBrand(ports.brands, brandId)).config,
      hasPaymentUnderWay,
    }),
    links: {
      activation: ({ origin, language }, token) => origin + buildPath('activation', { token }, language),
      passwordReset: ({ origin, language }, token) => origin + buildPath('restore_password', { token }, language),
      signIn: ({ origin, language }) => origin + buildPath('login', {}, language),
      emailProof: ({ origin, language }, email) => origin + buildPath('activation', { email }, language),
      emailUndo: ({ origin, language }, undo) => origin + buildPath('activation', { undo }, language),
    },
  }
}

/** The form of a type, as a visitor gets it who has answered so much of it. */
async function formOf(
  ports: Pick<IdentityPorts, 'brands' | 'clock'>,
  ...[visitor, type, answers]: Parameters<RegistrationPorts<StartedSession>['form']>
) {
  const site = await siteOfBrand(ports.brands, visitor.brandId)
  checkOffered(site, type, visitor)
  return {
    definitions: await withPlaces(site.config, answeredFields(site, type, visitor, answers), answers),
    context: formContext(site, visitor, ports.clock()),
    defaultCurrency: site.config.global.defaultCurrency,
    termsVersion: site.config.licence.termsVersion,
  }
}

/** Who is asked about somebody who registers or signs in. */
function askingOf(ports: IdentityPorts, secretOf: NonNullable<IdentityPorts['secretOf']>, ask: typeof fetch): Asking {
  const file = operatorsFileOf({ ...ports, secretOf, fetch: ask })
  return {
    registers: registersOf(ports, secretOf, ask),
    enter: (brandId, unasked) => enterFile(file, brandId, unasked),
  }
}

function registersOf(
  { database, brands, clock, log }: IdentityPorts,
  secretOf: NonNullable<IdentityPorts['secretOf']>,
  ask: typeof fetch,
) {
  return createRegisters({
    db: database.db,
    clock,
    responsible: async (brandId) => (await siteOfBrand(brands, brandId)).config.responsible,
    secretOf,
    fetch: ask,
    warn: (fields) => log.warn(fields, 'register of excluded persons is silent'),
  })
}

/** Finds who sends a request, by the cookie of a session or by a bearer token. */
function playerFinder(
  account: Parameters<typeof playerBy>[0],
  bearers: ReturnType<typeof createBearerTokens>,
  clock: () => Date,
): Identity['findPlayer'] {
  return async (brandId, token, by) => {
    if (by === 'cookie') return playerBy(account, brandId, { token })
    const subject = bearers.read(brandId, token, clock())
    return subject ? playerBy(account, brandId, subject) : null
  }
}
