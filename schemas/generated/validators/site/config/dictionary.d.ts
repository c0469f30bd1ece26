import type { DictionaryConfig } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<DictionaryConfig>
