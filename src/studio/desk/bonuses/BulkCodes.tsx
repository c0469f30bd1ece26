import { useState } from 'react'
import { getBonusCodes, makeBonusCodes, revokeBonusCodes } from '#calls/studio/studio-bonuses.calls.ts'
import type { DeskCampaign, DeskCodeBatch } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useDeed } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { LabelledInput } from '../../parts/LabelledInput.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { ListNumber, ListWho } from '../DeskListParts.tsx'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './BonusList.module.css'
import { saveCodes } from './code-file.ts'

interface BulkCodesProps {
  readonly brand: string
  readonly campaign: DeskCampaign
  readonly batches: readonly DeskCodeBatch[]
  /** Whether the operator makes, downloads and revokes codes. */
  readonly mayMake: boolean
  readonly onDone: () => void
}

/** Codes of a campaign for one player each: made in bulk, downloaded, revoked. */
export function BulkCodes({ brand, campaign, batches, mayMake, onDone }: BulkCodesProps) {
  return (
    <section className={styles.part}>
      <h3>{say('desk.codes_head')}</h3>
      {mayMake ? (
        <MakeCodes brand={brand} campaign={campaign} onDone={onDone} />
      ) : (
        <p className={styles.note}>{say('desk.codes_right')}</p>
      )}
      {batches.length === 0 ? (
        <p className={styles.note}>{say('desk.codes_none')}</p>
      ) : (
        <ul className={styles.entries}>
          {batches.map((batch) => (
            <Batch key={batch.id} brand={brand} campaign={campaign} batch={batch} mayMake={mayMake} onDone={onDone} />
          ))}
        </ul>
      )}
    </section>
  )
}

const MOST_CODES = 10_000

function MakeCodes({ brand, campaign, onDone }: Pick<BulkCodesProps, 'brand' | 'campaign' | 'onDone'>) {
  const { call } = useStudio()
  const [typed, setTyped] = useState('100')
  const [isAsked, setAsked] = useState(false)
  const count = Number(typed)
  const isReady = Number.isSafeInteger(count) && count > 0 && count <= MOST_CODES
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      <LabelledInput
        label={say('desk.codes_count')}
        hint={say('desk.codes_hint')}
        inputMode="numeric"
        maxLength={5}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ActionButton kind="primary" type="submit" disabled={!isReady}>
        {say('desk.codes_make')}
      </ActionButton>
      {isAsked && (
        <ReasonBox
          title={say('desk.codes_title', { count, title: campaign.title })}
          text={say('desk.codes_text')}
          submit={say('desk.codes_make')}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (reason) => {
            const body = { campaign: campaign.id, count, reason }
            const answer = await call(makeBonusCodes, { segments: { brand }, body })
            saveCodes(campaign.id, answer)
            setAsked(false)
            onDone()
          }}
        />
      )}
    </form>
  )
}

function Batch({
  brand,
  campaign,
  batch,
  mayMake,
  onDone,
}: Omit<BulkCodesProps, 'batches'> & { readonly batch: DeskCodeBatch }) {
  const { call } = useStudio()
  const [isAsked, setAsked] = useState(false)
  const { id, codes, used, madeAt, madeBy, reason, revokedAt } = batch
  const download = useDeed(async () =>
    saveCodes(campaign.id, await call(getBonusCodes, { segments: { brand }, query: { item: id } })),
  )
  return (
    <li className={styles.entry}>
      <ListWho>
        <strong>{say('desk.codes_line', { used, codes })}</strong>
        <ListNumber>{id}</ListNumber>
        {revokedAt && <Mark tone="warning">{say('desk.codes_revoked', { at: momentText(revokedAt) })}</Mark>}
      </ListWho>
      <span>{reason}</span>
      <span className={styles.note}>{say('desk.codes_by', { by: madeBy, at: momentText(madeAt) })}</span>
      {mayMake && (
        <span className={styles.actions}>
          <ActionButton isSmall disabled={download.isBusy} onClick={() => download.run()}>
            {say('desk.codes_download')}
          </ActionButton>
          {!revokedAt && used < codes && (
            <ActionButton isSmall kind="danger" onClick={() => setAsked(true)}>
              {say('desk.codes_revoke')}
            </ActionButton>
          )}
        </span>
      )}
      {download.error !== null && <Remark kind="problem">{failureText(download.error)}</Remark>}
      {isAsked && (
        <ReasonBox
          title={say('desk.codes_revoke_title', { count: codes - used })}
          text={say('desk.codes_revoke_text')}
          submit={say('desk.codes_revoke')}
          kind="danger"
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (words) => {
            await call(revokeBonusCodes, { segments: { brand }, body: { batch: id, reason: words } })
            setAsked(false)
            onDone()
          }}
        />
      )}
    </li>
  )
}
