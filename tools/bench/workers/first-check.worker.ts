/** Prints how long a fresh process takes from nothing to its first verdict, in µs. Arguments: the checker, the document's file. */
import { readFileSync } from 'node:fs'
import { CHECKERS } from '../config-checkers.ts'

const [name = '', file = ''] = process.argv.slice(2)
const document: unknown = JSON.parse(readFileSync(file, 'utf8'))
const startedAt = process.hrtime.bigint()
const countFaults = await CHECKERS[name as keyof typeof CHECKERS]()
const faults = countFaults(document)
console.log(JSON.stringify({ microseconds: Number(process.hrtime.bigint() - startedAt) / 1000, faults }))
