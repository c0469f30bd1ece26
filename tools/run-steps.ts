import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One program of a larger command. */
export interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Tried when the step fails. @returns the exit code that counts in its place */
  readonly afterFailure?: (code: number) => Promise<number>
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a step from the root with its output passed through; gives its exit code. */
export function runStep({ command, args, env }: Step): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', (error) => {
      console.error(String(error))
      done(1)
    })
    child.on('exit', (code) => done(code ?? 1))
  })
}

/** Runs steps one after another, all of them even when one fails; prints which failed. @returns the exit code */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const failed: string[] = []
  for (const step of steps) {
    const startedAt = performance.now()
    const first = await runStep(step)
    const code = first === 0 ? 0 : ((await step.afterFailure?.(first)) ?? first)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.error(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
    if (code !== 0) failed.push(step.name)
  }
  if (failed.length) console.error(`failed: ${failed.join(', ')}`)
  return failed.length ? 1 : 0
}
