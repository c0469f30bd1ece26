import type { OptionSource } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<OptionSource>
