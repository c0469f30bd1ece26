import type { BackupOutput } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<BackupOutput>
