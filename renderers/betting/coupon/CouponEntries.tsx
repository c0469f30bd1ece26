import type { CouponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import type { Coupon, CouponEdit, CouponEntry } from '#schemas'
import { SelectBox } from '../../site/SelectBox.tsx'
import { useText } from '../../site/texts.tsx'
import { AmountField } from './AmountField.tsx'
import styles from './CouponEntries.module.css'
import { CouponEntryCard } from './CouponEntryCard.tsx'
import { type CouponLook, entryMark, isStakeWrong, movedToBlock, movementOf } from './coupon.selectors.ts'

/** Props of {@link CouponEntries}. */
export interface CouponEntriesProps {
  readonly coupon: Coupon
  readonly terms: CouponTerms
  readonly look: CouponLook
  /** Outcomes that stand with another one of their game. */
  readonly conflicting: readonly number[]
  /** Outcomes whose price or line has to be agreed to. */
  readonly changed: readonly number[]
  readonly isFeedLive: boolean
  readonly pricedAtMs: (outcomeId: number) => number | null
  /** Left out when nothing can be changed now. */
  readonly onEdit?: ((edit: CouponEdit) => void) | undefined
}

/** The selections as cards, each with what its type of bet asks of it: a stake of its own, its block, or whether it is the lobby. */
export function CouponEntries(props: CouponEntriesProps) {
  const { coupon, look, isFeedLive, pricedAtMs, onEdit } = props
  return (
    <ul className={styles.entries}>
      {coupon.entries.map((entry) => {
        // A price that is live and as it was agreed to is as old as nothing.
        const isAgeTold = !isFeedLive || movementOf(entry) !== 0
        const heardAtMs = isAgeTold ? (pricedAtMs(entry.outcomeId) ?? undefined) : undefined
        return (
          <CouponEntryCard
            key={entry.outcomeId}
            entry={entry}
            mark={entryMark(entry, props)}
            look={look}
            pricedAtMs={heardAtMs}
            onRemove={onEdit && (() => onEdit({ kind: 'entry_removed', outcomeId: entry.outcomeId }))}
          >
            <EntryChoice {...props} entry={entry} />
          </CouponEntryCard>
        )
      })}
    </ul>
  )
}

function EntryChoice(props: CouponEntriesProps & { readonly entry: CouponEntry }) {
  const { coupon, entry, terms, look, onEdit } = props
  const t = useText()
  const { betType, hasOneStake, entries, stakeTexts, lobbyOutcomeId } = coupon
  const { outcomeId } = entry
  if (betType === 'single' && !hasOneStake && entries.length > 1)
    return (
      <div className={styles.wide}>
        <AmountField
          label={t('betting.stake_of', { name: fullName(entry) })}
          text={stakeTexts[String(outcomeId)] ?? ''}
          accuracy={terms.exponent}
          look={look}
          isCompact
          isStake
          isInvalid={isStakeWrong(stakeTexts[String(outcomeId)] ?? '', terms)}
          isDisabled={!onEdit}
          onText={(text) => onEdit?.({ kind: 'stake_typed', text, key: String(outcomeId) })}
        />
      </div>
    )
  if (betType === 'lobby')
    return (
      <label className={styles.lobby}>
        <input
          type="radio"
          name="coupon-lobby"
          aria-label={`${t('betting.lobby')}: ${fullName(entry)}`}
          checked={lobbyOutcomeId === outcomeId}
          disabled={!onEdit}
          onChange={() => onEdit?.({ kind: 'lobby_chosen', outcomeId })}
        />
        {t('betting.lobby')}
      </label>
    )
  return betType === 'conditional' ? <BlockChoice {...props} /> : null
}

/** An outcome for those who hear the page: several of a coupon may be called alike. */
function fullName({ names }: CouponEntry): string {
  return `${names.outcome}, ${names.game}`
}

function BlockChoice({ coupon, entry, onEdit }: CouponEntriesProps & { readonly entry: CouponEntry }) {
  const t = useText()
  const { blocks } = coupon
  const place = blocks.findIndex((block) => block.includes(entry.outcomeId))
  const isAlone = blocks[place]?.length === 1
  const last = isAlone ? blocks.length : blocks.length + 1
  return (
    <div className={styles.wide}>
      <SelectBox>
        <select
          className={styles.block}
          aria-label={t('betting.block_of', { name: fullName(entry) })}
          value={place}
          disabled={!onEdit}
          onChange={({ target }) =>
            onEdit?.({ kind: 'blocks_chosen', blocks: movedToBlock(blocks, entry.outcomeId, Number(target.value)) })
          }
        >
          {Array.from({ length: last }, (_, index) => index + 1).map((number) => (
            <option key={number} value={number - 1}>
              {t('betting.block', { place: number })}
            </option>
          ))}
        </select>
      </SelectBox>
    </div>
  )
}
