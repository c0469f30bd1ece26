import type { Answers, AnswerValue, FieldDefinition } from '#schemas'
import { checkShownField } from './check-answers.rules.ts'
import { visibleFields } from './depends-on.rules.ts'
import { answerSort, isExempt } from './field-kind.rules.ts'
import type { FormContext } from './form/form-context.rules.ts'
import { optionValue } from './kinds/options.rules.ts'
import { phoneAnswer } from './kinds/phone-answer.rules.ts'

/** Texts that are tried in this order: names, numbers of papers (CPF and INN with their check digits), accounts, codes, dates. */
const TEXTS = [
  'Anna',
  'AB123456',
  '123456',
  '529.982.247-25',
  '500100732259',
  '12345678901234567890',
  'A1',
  '2015-01-01',
  '2040-01-01',
]
const BY_KIND: Readonly<Record<string, readonly string[]>> = {
  email: ['player@example.com'],
  password: ['Harbour-Light-2049', 'Harbour1', 'harbour-light-at-the-end-of-the-long-pier-2049'],
  birthday: ['1990-05-17', '1960-05-17'],
  datepicker: ['2015-01-01', '2040-01-01', '1990-05-17'],
}

/** Answers that fill a form in: each visible field has the first of a few examples that its rules take, boxes are ticked, and of options
 *  the first is chosen. A field for which none fits has the first, so that it shows its error.
 *  @param phone dialling code and national number of the country of the visitor */
export function exampleAnswers(
  definitions: readonly FieldDefinition[],
  context: FormContext,
  phone: Parameters<typeof phoneAnswer>,
): Answers {
  const answers: Record<string, AnswerValue> = {}
  for (let depth = 0; depth <= definitions.length; depth++) {
    const open = visibleFields(definitions, answers).filter(
      (field) => !Object.hasOwn(answers, field.id) && !isExempt(field),
    )
    const filled = open.flatMap((definition) => {
      const tried = candidates(definition, { answers, phone })
      const fits = (value: AnswerValue) =>
        checkShownField(definition, { definitions, answers: { ...answers, [definition.id]: value }, context }) === null
      const value = tried.find(fits) ?? tried[0]
      if (value === undefined) return []
      answers[definition.id] = value
      return [definition.id]
    })
    if (filled.length === 0) break
  }
  return answers
}

function candidates(
  definition: FieldDefinition,
  { answers, phone }: { readonly answers: Answers; readonly phone: Parameters<typeof phoneAnswer> },
): readonly AnswerValue[] {
  const { type, validation, options = [] } = definition
  const repeated = validation?.compare && answers[String(validation.compare.value)]
  if (repeated !== undefined) return [repeated]
  const chosen = [...options.filter(({ selected }) => selected), ...options].slice(0, 3).map(optionValue)
  switch (answerSort(type)) {
    case 'switch':
      return [true]
    case 'choice':
      return chosen
    case 'choices':
      return chosen.slice(0, 1).map((one) => [one])
    case 'text':
      return type === 'phone' ? [phoneAnswer(...phone)] : (BY_KIND[type] ?? accountTexts(definition, TEXTS))
    default:
      return []
  }
}

/** Accounts have the number of digits of their bank: those of every length are tried. */
function accountTexts({ validation }: FieldDefinition, texts: readonly string[]): readonly string[] {
  if (validation?.userFunction?.value !== 'accountLength') return texts
  return Array.from({ length: 30 }, (_, length) => '1234567890'.repeat(4).slice(0, length + 4))
}
