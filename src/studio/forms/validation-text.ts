import type { ValidationError } from '#schemas/validation.ts'
import { say } from '../app/studio-texts.ts'

/** What is wrong with a value, in words that say what would be right. */
export function validationText({ keyword, params }: Pick<ValidationError, 'keyword' | 'params'>): string {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return say('invalid.required')
    case 'minimum':
      return say('invalid.minimum', { limit })
    case 'maximum':
      return say('invalid.maximum', { limit })
    case 'minLength':
      return say('invalid.min_length', { count: limit })
    case 'maxLength':
      return say('invalid.max_length', { count: limit })
    case 'minItems':
      return say('invalid.min_items', { count: limit })
    case 'maxItems':
      return say('invalid.max_items', { count: limit })
    case 'uniqueItems':
      return say('invalid.unique')
    case 'enum':
      return say('invalid.enum')
    case 'format':
      return say('invalid.format', { format: String(params.format) })
    case 'type':
      return say('invalid.type', { type: String(params.type) })
    case 'pattern':
      return say('invalid.pattern', { pattern: String(params.pattern) })
    default:
      return say('invalid.other')
  }
}
