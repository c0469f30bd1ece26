import pino from 'pino'

/** A log for tests: nothing is written. */
export const silentLog = pino({ level: 'silent' })
