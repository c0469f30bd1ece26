import type { WidgetMessage } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<WidgetMessage>
