import type { TooltipPorts } from '#schemas'
import type { Validator } from '#schemas/validation.ts'

export declare const validate: Validator<TooltipPorts>
