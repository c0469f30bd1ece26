/** The value below which a share of the samples lies. @param share from 0 to 1 @throws RangeError without samples */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (value === undefined) throw new RangeError('there are no samples')
  return value
}

/** The middle sample. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

/** How long one call takes, in µs: the mean of a batch, so that the clock's own step does not count. */
export function timeBatch(run: () => void, calls: number): number {
  const startedAt = process.hrtime.bigint()
  for (let call = 0; call < calls; call += 1) run()
  return Number(process.hrtime.bigint() - startedAt) / 1000 / calls
}

/** Contestants measured in turn, round after round, so that a slow moment of the machine meets all of them.
 *  @returns for each name the µs a call took in each round; the first rounds, which warm up, are left out */
export function interleaved<Name extends string>(
  contestants: Readonly<Record<Name, () => void>>,
  { rounds, calls, warmUpRounds }: { rounds: number; calls: number; warmUpRounds: number },
): Record<Name, number[]> {
  const names = Object.keys(contestants) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const shift = Math.abs(round) % names.length
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      const microseconds = timeBatch(contestants[name], calls)
      if (round >= 0) samples[name].push(microseconds)
    }
  }
  return samples
}
