import type { CloseAccountBody } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<CloseAccountBody>
