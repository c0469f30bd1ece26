import { checkStudioRegistration, previewStudioMail } from '#calls/studio/studio-draft.calls.ts'
import { fieldLabel, isSecretField } from '#machines/forms/field-kind.rules.ts'
import { optionValue } from '#machines/forms/kinds/options.rules.ts'
import { isRequired } from '#machines/forms/projection.rules.ts'
import type {
  Answers,
  FieldDefinition,
  StudioMailQuery,
  StudioRegistrationCheckAnswer,
  StudioRegistrationCheckBody,
} from '#schemas'
import type { ResolvedSite } from '../../site/resolved-site.ts'
import type { DraftSites } from '../../studio/drafts/draft-sites.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import type { StudioPorts } from '../../studio/studio-ports.ts'
import { answerStudio, requireRole, type StudioHandler } from '../../studio/studio-scope.ts'
import { exampleOf, type JudgedForm, judgeAnswers, shownFields } from '../account/judged-answers.ts'
import { translator } from '../account/registration-form.ts'
import { type ExampleMail, exampleMail } from '../pages/example-mail.ts'
import type { StudioFileRoute } from './studio-files.ts'

/** What the handlers of trials are given. */
export interface TrialPorts extends Pick<StudioPorts, 'clock'> {
  readonly sites: DraftSites
}

/** Most options of a field that are answered; more are not chosen from by hand. */
const MOST_OPTIONS = 2000

/** The handlers of the calls that try a draft out without a page: a registration form that is filled in, a
 *  mail that is looked at. */
export function trialHandlers(ports: TrialPorts): readonly StudioHandler[] {
  return [
    answerStudio(checkStudioRegistration, async ({ segments: { brand }, body }, scope) => {
      requireRole(scope, 'viewer', brand)
      return checkedForm(await soundSite(ports, brand), body, ports.clock())
    }),
    answerStudio(previewStudioMail, async ({ segments: { brand }, query }, scope) => {
      requireRole(scope, 'viewer', brand)
      const { template, language } = query as StudioMailQuery
      const { letter, subject, text, sms } = await mailOf(ports, { brand, language, template })
      const { name, address } = letter.sender
      return {
        ...{ sender: `${name} <${address}>`, subject, text, ...(sms === null ? {} : { sms }) },
        html: `/studio-api/mail-page/${brand}/${language}/${template}`,
      }
    }),
  ]
}

/** The HTML of mails, shown in a frame that has no rights. */
export function trialFiles(ports: TrialPorts): readonly StudioFileRoute[] {
  return [
    {
      path: '/studio-api/mail-page/:brand/:language/:template',
      read: async ({ brand = '', language = '', template = '' }, scope) => {
        requireRole(scope, 'viewer', brand)
        const { letter } = await mailOf(ports, { brand, language, template })
        const bytes = new TextEncoder().encode(letter.html)
        return { bytes, mediaType: 'text/html; charset=utf-8', isPicture: true }
      },
    },
  ]
}

interface AskedMail {
  readonly brand: string
  readonly language: string
  readonly template: string
}

/** @throws StudioFailure brand.unknown, brand.broken, or document.unknown when the brand has no such mail or language */
async function mailOf(ports: TrialPorts, { brand, language, template }: AskedMail): Promise<ExampleMail> {
  const site = await soundSite(ports, brand)
  const mail = site.languages.includes(language) ? exampleMail(site, language, template) : null
  if (!mail) throw new StudioFailure('document.unknown', { path: `locales/${language}/delivery.json` })
  return mail
}

/** The site of a draft. @throws StudioFailure brand.unknown, or brand.broken when it never was without problems */
async function soundSite({ sites }: TrialPorts, brand: string): Promise<ResolvedSite> {
  const state = await sites.stateOf(brand)
  if (!state) throw new StudioFailure('brand.unknown', { brand })
  if (!state.site) throw new StudioFailure('brand.broken', { brand })
  return state.site
}

async function checkedForm(
  site: ResolvedSite,
  body: StudioRegistrationCheckBody,
  now: Date,
): Promise<StudioRegistrationCheckAnswer> {
  const { type, language, country = site.config.global.defaultCountry } = body
  if (!Object.hasOwn(site.registration.types, type))
    throw new StudioFailure('document.unknown', { path: `registration/${type}.json` })
  const form: JudgedForm = { type, language, country, now, isPhoneConfirmed: true, isEmailAccepted: true }
  const answers = body.answers ?? (await exampleOf(site, form))
  const judged = await judgeAnswers(site, form, answers)
  const shown = new Set(shownFields(judged, answers).map(({ id }) => id))
  const say = translator(site, language)
  const errorOf = (id: string): string | undefined => {
    const error = judged.errors[id]
    return error && (error.message ?? say(error.code, error.params))
  }
  return {
    isValid: judged.isValid,
    answers: unseen(judged.definitions, answers),
    payload: judged.payload,
    fields: judged.definitions.map((field) => {
      const error = errorOf(field.id)
      return {
        id: field.id,
        kind: field.type,
        label: fieldLabel(field),
        isShown: shown.has(field.id),
        isRequired: isRequired(field),
        ...optionsOf(field),
        ...(error === undefined ? {} : { error }),
      }
    }),
  }
}

function optionsOf({ options }: FieldDefinition): Pick<StudioRegistrationCheckAnswer['fields'][number], 'options'> {
  if (options === undefined) return {}
  const listed = options.slice(0, MOST_OPTIONS)
  return {
    options: listed.map((option) => ({ value: optionValue(option), title: String(option.title ?? option.name ?? '') })),
  }
}

/** Answers to captchas are judged by their providers: examples have none. */
function unseen(definitions: readonly FieldDefinition[], answers: Answers): Answers {
  const captchas = new Set(
    definitions.filter((field) => isSecretField(field) && field.type !== 'password').map(({ id }) => id),
  )
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !captchas.has(id)))
}
