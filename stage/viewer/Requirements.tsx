import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { ViewerData } from '../charts/viewer-data.ts'
import type { Passes } from './passes.ts'
import {
  isAskedFor,
  isShown,
  type Proof,
  type ProofFilter,
  type Proved,
  provedOf,
  type Standing,
  standingOf,
  type Verdict,
  verdictOf,
} from './proofs.ts'
import { texts } from './texts.ts'
import { addressOf } from './viewer-state.ts'

interface RequirementsProps {
  readonly data: ViewerData
  readonly passes: Passes
}

interface Judged {
  readonly proved: Proved
  readonly verdicts: readonly Verdict[]
  readonly standing: Standing
}

/** Requirements against the scenarios and tests that name them, with what came of each (QA-17). */
export function Requirements({ data, passes }: RequirementsProps) {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<ProofFilter>('all')
  const asked = useDeferredValue(query)
  const all = useMemo(() => provedOf(data), [data])
  const judged = useMemo(() => all.map((proved) => judgedBy(proved, passes)), [all, passes])
  const shown = judged.filter(({ proved, standing }) => isShown(proved, standing, filter) && isAskedFor(proved, asked))
  const areas = [...Map.groupBy(shown, ({ proved }) => proved.requirement.area)]
  return (
    <main className="requirements" aria-label={texts.requirements}>
      <div className="requirement-head">
        <div className="finder">
          <label>
            <span>{texts.search}</span>
            <input
              type="search"
              placeholder={texts.requirementHint}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </label>
          <label>
            <span>{texts.show}</span>
            <select value={filter} onChange={({ target }) => setFilter(target.value as ProofFilter)}>
              {(Object.keys(texts.proofFilters) as ProofFilter[]).map((name) => (
                <option key={name} value={name}>
                  {texts.proofFilters[name](
                    judged.filter(({ proved, standing }) => isShown(proved, standing, name)).length,
                  )}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="was">
          <span role="status">{texts.shownRequirements(shown.length, judged.length)}</span>{' '}
          {data.tests === undefined && texts.withoutTests}
        </p>
      </div>
      {shown.length === 0 && <p className="empty">{texts.noRequirement}</p>}
      {areas.map(([area, members]) => (
        <section key={area} aria-label={area}>
          <h2>
            {area}{' '}
            <span>{texts.holding(members.filter(({ standing }) => standing === 'holds').length, members.length)}</span>
          </h2>
          <ul>
            {members.map(({ proved, verdicts, standing }) => (
              <Row key={proved.requirement.id} proved={proved} verdicts={verdicts.join(' ')} standing={standing} />
            ))}
          </ul>
        </section>
      ))}
    </main>
  )
}

function judgedBy(proved: Proved, passes: Passes): Judged {
  const verdicts = proved.proofs.map((proof) => verdictOf(proof, passes))
  return { proved, verdicts, standing: standingOf(verdicts) }
}

/** So many scenarios and tests of a requirement are in view; the rest unfolds. */
const IN_VIEW = 5

interface RowProps {
  readonly proved: Proved
  /** Of its proofs, in their order. One text, so that a row is redrawn only when one of them changes. */
  readonly verdicts: string
  readonly standing: Standing
}

const Row = memo(function Row({ proved: { requirement, proofs }, verdicts, standing }: RowProps) {
  const each = verdicts.split(' ') as Verdict[]
  const judged = proofs.map((proof, index) => ({ proof, verdict: each[index] ?? 'unknown' }))
  // What fails is seen without unfolding.
  const ordered = [
    ...judged.filter(({ verdict }) => verdict === 'failed'),
    ...judged.filter(({ verdict }) => verdict !== 'failed'),
  ]
  const rest = ordered.slice(IN_VIEW)
  return (
    <li className="requirement" data-standing={standing}>
      <div>
        <h3>
          <Mark verdict={MARKS[standing]} name={texts.standings[standing]} /> {requirement.id}
        </h3>
        <p>{requirement.text}</p>
      </div>
      {proofs.length === 0 ? (
        <p className="was">{texts.standings.none}</p>
      ) : (
        <div>
          <Proofs judged={ordered.slice(0, IN_VIEW)} />
          {rest.length > 0 && (
            <details>
              <summary>{texts.more(rest.length)}</summary>
              <Proofs judged={rest} />
            </details>
          )}
        </div>
      )}
    </li>
  )
})

const MARKS = { holds: 'passed', fails: 'failed', unknown: 'unknown', none: 'skipped' } as const

function Proofs({ judged }: { readonly judged: readonly { readonly proof: Proof; readonly verdict: Verdict }[] }) {
  return (
    <ul className="proofs">
      {judged.map(({ proof: { item, title, file }, verdict }) => (
        <li key={`${file} ${title}`}>
          <Mark verdict={verdict} name={texts.verdicts[verdict]} />
          {item === undefined ? (
            <span>
              {title} <span className="file">{file}</span>
            </span>
          ) : (
            <a href={addressOf(item)} title={file}>
              {title}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Mark({ verdict, name }: { readonly verdict: Verdict; readonly name: string }) {
  return <span className="mark" data-verdict={verdict} role="img" aria-label={name} title={name} />
}
