import type { Answers, FieldDefinition, PlayerLimit, ResponsibleConfig } from '#schemas'
import { PERIOD_MS } from './limit-period.rules.ts'

/** A limit that a form of registration asks for. */
export interface RegistrationLimit {
  readonly kind: PlayerLimit['kind']
  readonly period: PlayerLimit['period']
  /** Whole units of the account's currency, or minutes of a limit on time. */
  readonly amount: number
}

const FIELD = /^limit_(deposit|loss|stake|session)_(day|week|month)$/
const MINUTE_MS = 60_000
const AMOUNT = '^[1-9][0-9]{0,8}$'

/** The fields by which a form asks for limits that have to be set, with their texts in the language of the visitor (RG-14).
 *  @param names such as `loss_month`
 *  @param t writes a text of the site by its key
 *  @param unit of amounts: the currency that a field of the form chooses, and the one of a player whose form has no such field */
export function limitFields(
  names: ResponsibleConfig['requiredLimits'],
  t: (key: string) => string,
  unit: { readonly of: string; readonly otherwise: string },
): readonly FieldDefinition[] {
  return names.map((name) => {
    const [kind = '', period = ''] = name.split('_')
    const isTime = kind === 'session'
    const message = t('limits.whole_number')
    const most = { maxValue: { value: PERIOD_MS[period as RegistrationLimit['period']] / MINUTE_MS } }
    return {
      ...{ id: `limit_${name}`, type: 'input', required: true, autocomplete: 'off', max_length: 9 },
      title: `${t(`limits.kind_${kind}`)} ${t(`limits.period_${period}`)}${isTime ? ` (${t('limits.minutes')})` : ''}`,
      ...(isTime ? {} : { unit: unit.otherwise, unit_of: unit.of }),
      help: t(`limits.kind_${kind}_text`),
      validation: { match: { value: AMOUNT, message }, ...(isTime ? most : {}) },
    }
  })
}

/** The limits that the answers of a form set. @param answers those that the rules of its fields have passed */
export function limitsInAnswers(answers: Answers): readonly RegistrationLimit[] {
  return Object.entries(answers).flatMap(([id, answer]) => {
    const [, kind, period] = FIELD.exec(id) ?? []
    const amount = Number(answer)
    return kind !== undefined && period !== undefined && Number.isSafeInteger(amount) && amount > 0
      ? { kind: kind as RegistrationLimit['kind'], period: period as RegistrationLimit['period'], amount }
      : []
  })
}
