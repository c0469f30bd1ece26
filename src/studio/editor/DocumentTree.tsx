import { useId, useState } from 'react'
import type { StudioDocumentCard } from '#schemas'
import { say } from '../app/studio-texts.ts'
import { languageName } from '../brands/code-names.ts'
import type { DraftState } from '../draft/draft-state.ts'
import { fileOf } from '../forms/problem-mend.ts'
import { plainWords } from '../parts/CodedText.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './DocumentTree.module.css'
import { type DocumentGroup, documentGroups } from './document-groups.ts'
import type { EditorPlace } from './editor-place.ts'
import { SearchResults } from './SearchResults.tsx'

interface DocumentTreeProps {
  readonly state: DraftState
  readonly place: EditorPlace
  readonly language: string
}

/** The contents of a brand in their groups, with a search over all keys and texts. */
export function DocumentTree({ state, place, language }: DocumentTreeProps) {
  const [search, setSearch] = useState('')
  const { documents, languages } = state.catalogue
  const groups = documentGroups(documents, language)
  return (
    <nav aria-label={say('editor.tree')} className={styles.tree}>
      <input
        type="search"
        className={styles.search}
        aria-label={say('editor.search')}
        placeholder={say('editor.search')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
      />
      {search.trim().length > 1 ? (
        <SearchResults brand={state.brand} language={language} text={search.trim()} onOpen={place.open} />
      ) : (
        groups.map((group) => (
          <Group key={group.group} group={group} state={state} place={place}>
            {group.group === 'texts' && languages.length > 1 && (
              <LabelledSelect
                label={say('editor.language')}
                value={language}
                onChange={(event) => place.setLanguage(event.target.value)}
              >
                {languages.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </LabelledSelect>
            )}
          </Group>
        ))
      )}
    </nav>
  )
}

interface GroupProps {
  readonly group: DocumentGroup
  readonly state: DraftState
  readonly place: EditorPlace
  readonly children: React.ReactNode
}

function Group({ group: { group, cards }, state, place, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {say(`editor.group_${group}`)}
      </h2>
      {children}
      <ul className={styles.cards}>
        {cards.map((card) => (
          <Card key={card.path} card={card} state={state} place={place} />
        ))}
      </ul>
    </section>
  )
}

function Card({ card, state, place }: { readonly card: StudioDocumentCard } & Omit<GroupProps, 'group' | 'children'>) {
  const { path, title, description } = card
  const isHere = place.path === path
  const isOwn = card.isOwn || state.history.documents[path] !== undefined
  const found = state.problems.filter((problem) => fileOf(problem) === path)
  const tone = found.some(({ level }) => level === 'problem') ? styles.problem : styles.warning
  return (
    <li>
      <button
        type="button"
        className={isHere ? `${styles.card} ${styles.here}` : styles.card}
        aria-current={isHere ? 'page' : undefined}
        title={plainWords(description)}
        onClick={() => place.open(path)}
      >
        <span className={styles.name}>{title}</span>
        {found.length > 0 && (
          <span className={tone}>
            <span className={styles.hidden}>{say('brands.problems', { count: found.length })}</span>
          </span>
        )}
        {isOwn && (
          <span className={styles.own}>
            <span className={styles.hidden}>{say('editor.own')}</span>
          </span>
        )}
      </button>
    </li>
  )
}
