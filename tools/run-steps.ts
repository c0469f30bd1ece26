import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
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
export function runStep(step: Step): Promise<number> {
  return run(step, null)
}

/** @param heard takes the output, which is passed through where it is null */
function run({ command, args, env }: Step, heard: Buffer[] | null): Promise<number> {
  return new Promise((done) => {
    const output = heard ? 'pipe' : 'inherit'
    const child: ChildProcess = spawn(command, args, {
      cwd: root,
      stdio: [heard ? 'ignore' : 'inherit', output, output],
      env: { ...process.env, ...env },
    })
    child.stdout?.on('data', (chunk: Buffer) => heard?.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => heard?.push(chunk))
    child.on('error', (error) => {
      console.error(String(error))
      done(1)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}

/** Runs steps one after another, all of them even when one fails; prints which failed. @returns the exit code */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const failed: string[] = []
  for (const step of steps) if (!(await runTimed(step, null))) failed.push(step.name)
  return sumUp(failed)
}

/** Runs steps that do not disturb one another, as many at once as there are cores; each says what it has to say when it has ended.
 *  @returns the exit code */
export async function runStepsAtOnce(steps: readonly Step[]): Promise<number> {
  const left = [...steps]
  const failed: string[] = []
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      if (!(await runTimed(step, []))) failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane))
  return sumUp(failed)
}

/** @returns whether it passed */
async function runTimed(step: Step, heard: Buffer[] | null): Promise<boolean> {
  const startedAt = performance.now()
  const first = await run(step, heard)
  const code = first === 0 ? 0 : ((await step.afterFailure?.(first)) ?? first)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (heard) process.stderr.write(Buffer.concat(heard))
  console.error(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
  return code === 0
}

function sumUp(failed: readonly string[]): number {
  if (failed.length) console.error(`failed: ${failed.join(', ')}`)
  return failed.length ? 1 : 0
}
