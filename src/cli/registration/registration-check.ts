import { registrationType } from '#machines/registration/registration-flow.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Answers, RegistrationCheckOutput, RegistrationErrorOutput } from '#schemas'
import { isAnswers } from '#schemas/generated/validators/forms.js'
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { judgeAnswers } from '#server/wiring/account/judged-answers.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { type CheckArguments, RegistrationCommandFailure, readArguments } from './registration-arguments.ts'

/** `livery registration check BRAND TYPE < answers.json`: judges answers by the rules of page and server.
 *  @returns 0 when they would be sent, 1 when a field is at fault, 2 when nothing can be judged */
export async function checkCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const read = readArguments(args, io)
    const site = await siteOf(read, io.env)
    const output = await judge(site, read, readAnswers(await io.stdin()))
    io.stdout(`${JSON.stringify(output, null, 2)}\n`)
    return output.valid ? 0 : 1
  } catch (error) {
    if (!(error instanceof RegistrationCommandFailure)) throw error
    const { code, message, path } = error
    const output: RegistrationErrorOutput = { error: { code, message, path } }
    io.stdout(`${JSON.stringify(output)}\n`)
    io.stderr(`${say('cli.refusal', { noun: 'registration', message })}\n`)
    return 2
  }
}

async function siteOf({ brand, brandsDir }: CheckArguments, env: CommandIo['env']): Promise<ResolvedSite> {
  const log = { info: () => undefined, error: () => undefined }
  const answer = await createBrandStore({
    brandsDir,
    now: () => performance.now(),
    secretOf: secretsOf(env),
    log,
  }).siteForBrand(brand)
  if (answer.status === 'ok') return answer.site
  if (answer.status === 'unknown-host')
    throw new RegistrationCommandFailure(
      'brand_unknown',
      say('registration.brand_unknown', { brand, folder: brandsDir }),
      brand,
    )
  throw new RegistrationCommandFailure(
    'brand_broken',
    say('registration.brand_broken', { brand, problems: answer.problems.length }),
    brand,
  )
}

async function judge(site: ResolvedSite, read: CheckArguments, answers: Answers): Promise<RegistrationCheckOutput> {
  const form = {
    ...read,
    type: typeOf(site, read.type),
    country: read.country ?? site.config.global.defaultCountry,
    language: readLanguage(site, read.language),
  }
  const { isValid, errors, payload } = await judgeAnswers(site, form, answers)
  return { valid: isValid, errors: { ...errors }, payload }
}

/** The form of a type: its own, or for a tab of the brand without one that of full registration (REG-3, REG-8). */
function typeOf(site: ResolvedSite, name: string): string {
  const type = registrationType(name)
  const { types } = site.registration
  if (Object.hasOwn(types, type)) return type
  if (Object.hasOwn(site.config.registration.types, type)) return registrationType('short_reg')
  const near = nearest(type, Object.keys(types))
  const fix =
    near === null
      ? say('registration.types', { known: Object.keys(types).join(', ') })
      : say('registration.meant', { meant: near })
  const message = say('registration.type_unknown', { brand: site.brandId, type: name, fix })
  throw new RegistrationCommandFailure('type_unknown', message, name)
}

function readLanguage({ languages, config }: ResolvedSite, asked: string | undefined): string {
  if (asked === undefined) return config.global.defaultLanguage
  if (languages.includes(asked)) return asked
  const message = say('registration.language', { asked, known: languages.join(', ') })
  throw new RegistrationCommandFailure('usage', message, '--lng')
}

function readAnswers(json: string): Answers {
  const answers = withoutNulls(parsed(json))
  if (isAnswers(answers)) return answers as Answers
  const [fault] = isAnswers.errors ?? []
  const message = say('registration.answers_shape', { place: fault?.instancePath || '/', fault: fault?.message ?? '' })
  throw new RegistrationCommandFailure('answers_unreadable', message, fault?.instancePath ?? '')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new RegistrationCommandFailure(
      'answers_unreadable',
      say('registration.answers_not_json', { why: (error as Error).message }),
    )
  }
}

/** Null is not an answer: JSON written from a table has nulls for unanswered fields. */
function withoutNulls(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== null))
}
