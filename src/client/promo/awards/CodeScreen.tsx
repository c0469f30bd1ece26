import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { checkPromoCode, redeemPromoCode } from '#calls/promo/bonus.calls.ts'
import { type CodeGift, codeEntryMachine } from '#machines/promo/awards/code-entry.machine.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus, PromoOffer } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { depositPath, offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { aboutText, giftText, moneyOf } from './award-text.ts'
import styles from './awards.module.css'
import { BonusesPage } from './BonusesPage.tsx'
import { TermsList } from './TermsList.tsx'
import { UseFreebet } from './UseFreebet.tsx'
import { WorthPanel } from './WorthPanel.tsx'

const CODE_LENGTH = 60

/** Nothing has to be loaded: a code is entered. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('promo.tab_code'), isPrivate: true }), data: null }
}

interface Given {
  readonly onOffer: (offer: PromoOffer) => void
  readonly onBonus: (bonus: PlayerBonus) => void
}

function entryOf({ call }: App, { onOffer, onBonus }: Given) {
  return codeEntryMachine.provide({
    actors: {
      check: fromPromise<CodeGift, { readonly code: string }>(async ({ input: { code } }) => {
        const { offer } = await call(checkPromoCode, { body: { code } })
        onOffer(offer)
        return { campaignId: offer.id }
      }),
      redeem: fromPromise<CodeGift, { readonly code: string }>(async ({ input: { code } }) => {
        const { bonus } = await call(redeemPromoCode, { body: { code } })
        onBonus(bonus)
        return { campaignId: bonus.promoId }
      }),
    },
  })
}

/** Enters a promo code: it says what it gives before it is used (PROMO-20). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [offer, setOffer] = useState<PromoOffer | null>(null)
  const [bonus, setBonus] = useState<PlayerBonus | null>(null)
  const [machine] = useState(() => entryOf(app, { onOffer: setOffer, onBonus: setBonus }))
  const actor = useActorRef(machine, { input: { code: '' } })
  const { code, fault, failure, gift } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isDone = useSelector(actor, (state) => state.matches('done'))
  const isUnsure = useSelector(actor, (state) => state.matches('unsure'))
  const said = failure && !isUnsure ? t(failure.code, { ...failure.params }) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actor.send({ type: 'check.requested' })
  }
  return (
    <BonusesPage text={t('promo.code_text')}>
      <Panel as="form" className={styles.form} noValidate onSubmit={submit}>
        <FormInput
          id={`${id}-code`}
          label={t('promo.code')}
          help={t('promo.code_help')}
          error={fault ? t(fault) : said}
          value={code}
          dir="ltr"
          maxLength={CODE_LENGTH}
          onChange={(typed) => {
            setBonus(null)
            actor.send({ type: 'code.changed', code: typed })
          }}
        />
        {gift ? null : (
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('promo.code_check')}
          </Button>
        )}
      </Panel>
      {gift && offer && !isDone ? (
        <CodeOffer
          offer={offer}
          isBusy={isBusy}
          warning={isUnsure ? t('promo.code_unsure') : null}
          onUse={() => actor.send({ type: 'use.requested' })}
        />
      ) : null}
      {isDone ? <Taken bonus={bonus} /> : null}
    </BonusesPage>
  )
}

interface CodeOfferProps {
  readonly offer: PromoOffer
  readonly isBusy: boolean
  readonly warning: string | null
  readonly onUse: () => void
}

function CodeOffer({ offer, isBusy, warning, onUse }: CodeOfferProps) {
  const app = useApp()
  const t = useText()
  const { name, text, terms } = offer
  const money = moneyOf(offer)
  const ref = useRef<HTMLHeadingElement>(null)
  // Who has pressed the button hears what it has brought.
  useEffect(() => ref.current?.focus(), [])
  return (
    <>
      <Panel className={`${styles.panel} ${styles.hero}`}>
        <h2 ref={ref} tabIndex={-1} className={styles.heading}>
          {name}
        </h2>
        <p className={styles.heroFigure}>{giftText(app, t, terms, money)}</p>
        <p className={styles.text}>{text}</p>
        {warning === null ? null : (
          <p role="alert" className={styles.fault}>
            {warning}
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="primary" isBusy={isBusy} onClick={onUse}>
            {t('promo.code_use')}
          </Button>
        </div>
      </Panel>
      <div className={styles.columns}>
        <TermsList terms={terms} money={money} />
        {terms.value && terms.timesE2 > 0 ? (
          <WorthPanel value={terms.value} bonusMinor={terms.amountMinor} money={money} />
        ) : null}
      </div>
    </>
  )
}

function Taken({ bonus }: { readonly bonus: PlayerBonus | null }) {
  const app = useApp()
  const t = useText()
  const explain = bonus ? offeredPath(app, 'bonus', { id: String(bonus.id) }) : offeredPath(app, 'office_promotion')
  const deposit = bonus?.state === 'claimed' ? depositPath(app, explain ?? '') : null
  return (
    <Panel className={styles.panel} role="status">
      <h2 className={styles.heading}>{t('promo.code_taken')}</h2>
      <p className={styles.text}>{bonus ? aboutText(app, t, bonus) : t('promo.code_taken_text')}</p>
      <div className={styles.actions}>
        {deposit ? (
          <ButtonLink kind="primary" icon="plus" to={deposit}>
            {t('shell.deposit')}
          </ButtonLink>
        ) : null}
        {bonus ? <UseFreebet bonus={bonus} /> : null}
        {explain ? <ButtonLink to={explain}>{t('promo.explain')}</ButtonLink> : null}
      </div>
    </Panel>
  )
}
