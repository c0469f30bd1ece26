import type { EmailUndoBody } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<EmailUndoBody>
